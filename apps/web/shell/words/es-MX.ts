import codes from '#shared/codes/text/es-MX.json' with { type: 'json' };
import shell from '../text/es-MX.json' with { type: 'json' };

export default { ...codes, ...shell };
