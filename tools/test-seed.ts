// Properties draw the same cases in every run, so that a change is judged by what it changed. TEST_SEED=<integer> explores
// others, TEST_SEED=random new ones each time; a failure names the seed that repeats it.
import fc from 'fast-check';

const USUAL_SEED = 20_261_121;
const wish = process.env['TEST_SEED'] ?? String(USUAL_SEED);

if (wish !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wish) });
