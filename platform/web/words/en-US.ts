import failures from '#shared/text/en-US.json' with { type: 'json' };
import ui from '../text/en-US.json' with { type: 'json' };

export default { ...failures, ...ui };
