import codes from '#shared/codes/text/zh-CN.json' with { type: 'json' };
import shell from '../text/zh-CN.json' with { type: 'json' };

export default { ...codes, ...shell };
