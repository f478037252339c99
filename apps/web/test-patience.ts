// How long a test of the web waits for what it looks at. Generous, because it only costs time when something is wrong: a
// busy machine is not.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
