import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsPage } from './operations-page';

writeFileSync(join(__dirname, '../docs/operations.md'), operationsPage());
