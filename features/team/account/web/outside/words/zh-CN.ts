import failures from '#shared/text/zh-CN.json' with { type: 'json' };
import ui from '#platform/web/text/zh-CN.json' with { type: 'json' };
import account from '../../text/zh-CN.json' with { type: 'json' };

export default { ...failures, ...ui, ...account };
