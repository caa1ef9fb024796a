import codes from '#shared/codes/text/en-US.json' with { type: 'json' };
import shell from '../text/en-US.json' with { type: 'json' };

export default { ...codes, ...shell };
