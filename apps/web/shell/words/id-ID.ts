import codes from '#shared/codes/text/id-ID.json' with { type: 'json' };
import shell from '../text/id-ID.json' with { type: 'json' };

export default { ...codes, ...shell };
