import type { Question } from '../Question';
import { createQuestions } from './create';
import { importQuestions } from './import';
import { listQuestions } from './list';
import { pageQuestions } from './pages';
import { searchQuestions } from './search';
import { fieldQuestions, limitQuestions, pathQuestions } from './service';
import { toggleQuestions } from './toggle';
import { updateQuestions } from './update';

/** In the order in which they are asked: later ones use the people of earlier ones. */
export const questions: readonly Question[] = [
	...pathQuestions,
	...createQuestions,
	...fieldQuestions,
	...updateQuestions,
	...toggleQuestions,
	...pageQuestions,
	...listQuestions,
	...searchQuestions,
	...importQuestions,
	...limitQuestions,
];
