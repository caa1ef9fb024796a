import { describe } from 'vitest';
import { telephonySuite } from '#core/telephony/telephony.suite.ts';
import { openTestExchange } from '../../../test/test-exchange.ts';

describe('what every exchange does', () => {
  telephonySuite(() => openTestExchange());
});
