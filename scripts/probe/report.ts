import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './askAll';
import type { CleanUp } from './scratchList';

export interface Report {
	readonly baseUrl: string;
	readonly list: string;
	readonly requests: number;
	/** Why it ended early: the end of a sentence. */
	readonly stopped?: string;
	readonly answers: readonly Answer[];
	/** The items of Check Endpoint Paths, with the paths that the probe has used. */
	readonly paths: readonly IDataObject[];
	readonly cleanUp: CleanUp;
}

/** What will be written, before it is. */
export function announcement(list: string, count: number, emails: readonly string[]): string {
	return [
		`The contact list ${list} has ${count} subscribers. The probe will, in this list only,`,
		'  create and import these five people, one of them in capitals, too:',
		...emails.map((email) => `    ${email}`),
		'  change, unsubscribe and delete them. The service may send emails to these addresses.',
		'At the end it deletes all of them, also after Ctrl-C. Nobody else is changed.',
	].join('\n');
}

/** The report in words. */
export function reportText(report: Report): string {
	const { baseUrl, list, requests, stopped, answers, paths, cleanUp } = report;
	return [
		`${baseUrl}, contact list ${list}: ${requests} requests.`,
		...(stopped === undefined ? [] : [`It ended early: ${stopped.replace(/\.$/, '')}.`]),
		countsOf(answers),
		'',
		...answers.flatMap(answerText),
		'Paths',
		...paths.map(({ operation, result, path }) => `  ${[result, operation, path].map(String).join('  ')}`),
		'',
		cleanUpText(cleanUp),
	].join('\n');
}

/** `24 questions: 10 confirm a line, …` */
function countsOf(answers: readonly Answer[]): string {
	const count = (verdict: Answer['verdict']): number => answers.filter((answer) => answer.verdict === verdict).length;
	const [confirmed, refuted, answered] = [count('confirms'), count('refutes'), count('answers')];
	const open = count('leaves open');
	return `Of ${answers.length} questions, ${confirmed} confirm a line of the docs, ${refuted} refute one, ${answered} answer an open one, ${open} could not be answered.`;
}

function answerText({ question, words, line, verdict, then }: Answer): string[] {
	const said = `${verdict} ${line.page}: "${line.text}"`;
	return [question, `  ${words}`, `  It ${said}`, ...(verdict === 'leaves open' ? [] : [`  ${then}`]), ''];
}

/** Whether the list is as it was, and who is left. */
export function cleanUpText({ removed, left, isAsBefore, why }: CleanUp): string {
	const people = left.map(({ email, ids }) => [email, ...ids.map((id) => `(${id})`)].join(' '));
	const state =
		isAsBefore === undefined
			? 'The contact list could not be read at the end.'
			: isAsBefore
				? 'All others are as before.'
				: 'Other subscribers of the list differ from before: look at them.';
	const leftOver =
		people.length === 0
			? ['Nobody is left.']
			: ['These may be left; delete them by hand:', ...people.map((person) => `  ${person}`)];
	return [
		`${removed} people of the probe were deleted. ${state}`,
		...leftOver,
		...(why === undefined ? [] : [`Because: ${why}`]),
	].join('\n');
}
