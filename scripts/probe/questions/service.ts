import { parseTime } from '../../../nodes/EmailMarketing/api/subscriber';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { answers, architecture, confirms, question, refutes } from '../Question';
import { Unseen } from '../Unseen';

/** The paths, which were checked before anything was written. */
export const pathQuestions = [
	question({
		key: 'paths',
		asks: 'Are the paths of what only reads right?',
		line: architecture('This can be corrected in four places: *Endpoint Paths*'),
		answers: {
			right: confirms(
				'All that were tried are right.',
				"Set 'documented' in api/endpoints.ts where the service says so, too.",
			),
			'not all': refutes('Some are not.', 'Correct api/endpoints.ts; the probe went on with those that it found.'),
			unclear: refutes('Some could not be checked.', 'Look at the paths below.'),
		},
		find: async ({ setup: { paths } }) => {
			const [summary, ...operations] = paths;
			const detail = textOf(summary?.why ?? '');
			if (summary?.path !== '' || operations.some(({ result }) => result === 'not found')) return ['not all', detail];
			return await Promise.resolve([
				operations.some(({ result }) => result === 'unclear') ? 'unclear' : 'right',
				detail,
			]);
		},
	}),
];

export const fieldQuestions = [
	question({
		key: 'times',
		asks: 'Are times written with a zone?',
		line: architecture('whether times have a zone'),
		answers: {
			'with a zone': answers('They are.', 'Other forms in parseTime (api/subscriber.ts) can go.'),
			UTC: answers('They are not; they are UTC.', 'Keep parseTime (api/subscriber.ts).'),
			local: answers('They are not, and they are not UTC.', 'Correct parseTime (api/subscriber.ts).'),
			'another form': answers('The node cannot read them.', 'Correct parseTime (api/subscriber.ts).'),
		},
		find: async (session) => {
			const shown = await session.first();
			const time = shown.created_at;
			if (typeof time !== 'string' && typeof time !== 'number') throw new Unseen('no time is shown');
			const detail = `It is written as ${JSON.stringify(time)}.`;
			if (/(Z|[+-]\d\d:?\d\d)$/i.test(String(time))) return ['with a zone', detail];
			if (parseTime(time) === 0) return ['another form', detail];
			if (!/\d:\d\d|^\d{10}$/.test(String(time))) throw new Unseen(`only a day is shown: ${JSON.stringify(time)}`);
			return [Math.abs(parseTime(time) - Date.now()) < 20 * 60_000 ? 'UTC' : 'local', detail];
		},
	}),

	question({
		key: 'flags',
		asks: 'Is `is_subscribed` true or 1?',
		line: architecture('`is_subscribed` may be 1 or 0'),
		answers: {
			true: refutes('It is true or false.', 'parseFlag (shared/values.ts) can go, if campaigns show the same.'),
			'1': confirms('It is 1 or 0.', 'Keep parseFlag (shared/values.ts).'),
			'another form': refutes('It is something else.', 'Correct parseFlag (shared/values.ts).'),
		},
		find: async (session) => {
			const { is_subscribed: flag } = await session.first();
			if (flag === undefined) throw new Unseen('it is not shown');
			if (flag === 1 || flag === 0) return '1';
			return typeof flag === 'boolean' ? 'true' : ['another form', `It is ${JSON.stringify(flag)}.`];
		},
	}),
];

/** After all others: their requests are the ones that may have been limited. */
export const limitQuestions = [
	question({
		key: 'rateLimit',
		asks: 'Does a rate limit say how long to wait?',
		line: architecture('429 with `Retry-After`'),
		answers: {
			yes: confirms('It does.'),
			no: refutes('It does not.', 'Waits after a 429 must fit the limit (transport/retry.ts).'),
		},
		find: async ({ setup: { sent } }) => {
			const limited = sent.filter(({ status }) => status === 429);
			if (limited.length === 0) throw new Unseen(`none of ${sent.length} requests was limited`);
			const [time] = limited.flatMap(({ retryAfter }) => retryAfter ?? []);
			return await Promise.resolve(time === undefined ? 'no' : ['yes', `Retry-After: ${time}.`]);
		},
	}),
];
