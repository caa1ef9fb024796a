import failures from '#shared/text/es-MX.json' with { type: 'json' };
import ui from '../text/es-MX.json' with { type: 'json' };

export default { ...failures, ...ui };
