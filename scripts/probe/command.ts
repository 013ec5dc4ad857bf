import { redact } from '../../nodes/EmailMarketing/shared/text';
import { helpText, readOptions } from './options';
import { probe } from './probe';
import { reportText } from './report';
import { Refused } from './scratchList';

/** The process around the command. */
export interface Terminal {
	readonly out: (text: string) => void;
	readonly err: (text: string) => void;
	/** Asks a question of yes and no; `undefined` without a terminal. */
	readonly ask?: (question: string) => Promise<boolean>;
	readonly interrupted: AbortSignal;
}

/** The command `npm run probe`. @returns the exit code: 0 if all was asked and nobody is left */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
	let token = '';
	const clean = (text: string): string => withoutToken(text, token);
	try {
		const options = readOptions(args, env);
		if (options === undefined) {
			terminal.out(helpText);
			return 0;
		}
		token = options.token;
		const confirm = async (announced: string): Promise<boolean> => {
			terminal.err(clean(announced));
			if (options.yes) return true;
			if (terminal.ask === undefined)
				throw new Refused('There is no terminal to ask whether it may do this: add --yes. Nothing was written.');
			return await terminal.ask('Go on? [y/N] ');
		};
		const tell = (text: string): void => terminal.err(clean(`… ${text}`));
		const report = await probe(options, { tell, confirm, interrupted: terminal.interrupted });
		terminal.out(clean(options.json ? JSON.stringify(report, null, 2) : reportText(report)));
		return report.stopped === undefined && report.cleanUp.left.length === 0 ? 0 : 1;
	} catch (thrown) {
		const isOwn = thrown instanceof Refused;
		terminal.err(
			clean(isOwn ? thrown.message : 'Something unexpected happened. Check the scratch list for people of the probe.'),
		);
		return 1;
	}
}

/** `redact` leaves tokens alone that are short enough to be words. */
function withoutToken(text: string, token: string): string {
	const redacted = redact(text, token);
	return token.length >= 6 ? redacted.replaceAll(token, '***') : redacted;
}
