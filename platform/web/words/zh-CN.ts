import failures from '#shared/text/zh-CN.json' with { type: 'json' };
import ui from '../text/zh-CN.json' with { type: 'json' };

export default { ...failures, ...ui };
