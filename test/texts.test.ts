import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * How long the texts of the source are, in words; each value in a template counts as one. Joined at run time they may
 * be longer: every failure has the service's own message.
 */
const limits = { message: 12, description: 25, hint: 20 };

interface Text {
	readonly kind: keyof typeof limits;
	readonly text: string;
}

function textIn(node: ts.Expression | undefined): string | undefined {
	if (node === undefined) return undefined;
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
}

/** The texts in a call of a constructor of failures, or of `hints.add`. */
function textsOf(node: ts.Node, named: ReadonlyMap<string, string>): Text[] {
	const text = (argument?: ts.Expression): string =>
		textIn(argument) ?? (argument && ts.isIdentifier(argument) ? named.get(argument.text) : undefined) ?? '';
	if (ts.isNewExpression(node) && /^(UserFacing|Parameter)Error$/.test(node.expression.getText()))
		return [
			{ kind: 'message', text: text(node.arguments?.[0]) },
			{ kind: 'description', text: text(node.arguments?.[1]) },
		];
	if (ts.isCallExpression(node) && node.expression.getText().endsWith('hints.add'))
		return [{ kind: 'hint', text: text(node.arguments[0]) }];
	return [];
}

function textsIn(file: string): Text[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
	const nodes: ts.Node[] = [];
	const visit = (node: ts.Node): void => {
		nodes.push(node);
		ts.forEachChild(node, visit);
	};
	visit(source);
	const named = nodes.filter(ts.isVariableDeclaration).flatMap(({ name, initializer }): Array<[string, string]> => {
		const text = textIn(initializer);
		return text === undefined ? [] : [[name.getText(), text]];
	});
	return nodes.flatMap((node) => textsOf(node, new Map(named))).filter(({ text }) => text !== '');
}

const nodes = join(__dirname, '../nodes');
const files = readdirSync(nodes, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.ts'));
const texts = files.flatMap((name) => textsIn(join(nodes, name)));

it('are found in the source', () => {
	for (const [kind, count] of Object.entries({ message: 50, description: 40, hint: 3 }))
		expect([kind, texts.filter((text) => text.kind === kind).length >= count]).toEqual([kind, true]);
});

it.each(Object.keys(limits) as Array<keyof typeof limits>)('of each %s are short', (kind) => {
	const tooLong = texts.filter((text) => text.kind === kind && text.text.split(/\s+/).length > limits[kind]);
	expect(tooLong).toEqual([]);
});
