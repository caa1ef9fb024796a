import failures from '#shared/text/es-MX.json' with { type: 'json' };
import ui from '#platform/web/text/es-MX.json' with { type: 'json' };
import account from '../../text/es-MX.json' with { type: 'json' };

export default { ...failures, ...ui, ...account };
