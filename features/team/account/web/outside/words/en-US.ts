import failures from '#shared/text/en-US.json' with { type: 'json' };
import ui from '#platform/web/text/en-US.json' with { type: 'json' };
import account from '../../text/en-US.json' with { type: 'json' };

export default { ...failures, ...ui, ...account };
