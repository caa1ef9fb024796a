import failures from '#shared/text/id-ID.json' with { type: 'json' };
import ui from '../text/id-ID.json' with { type: 'json' };

export default { ...failures, ...ui };
