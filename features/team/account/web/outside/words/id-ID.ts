import failures from '#shared/text/id-ID.json' with { type: 'json' };
import ui from '#platform/web/text/id-ID.json' with { type: 'json' };
import account from '../../text/id-ID.json' with { type: 'json' };

export default { ...failures, ...ui, ...account };
