import type { Random } from './random';

/** Names that go together. `shown|latin` where the name is not written in Latin letters. */
const namesByRegion: ReadonlyArray<{ first: string[]; last: string[] }> = [
	{
		first: ['Emma', 'Oliver', 'Charlotte', 'Noah', 'Grace', 'Liam', 'Zoe', 'Marcus'],
		last: ['Bennett', "O'Connor", 'Hughes', 'Sinclair', 'Whitaker', 'Brooks', 'MacLeod', 'Carter'],
	},
	{
		first: ['Lena', 'Jürgen', 'Mara', 'Björn', 'Annika', 'Matthias', 'Käthe', 'Lukas'],
		last: ['Schäfer', 'Müller', 'Groß', 'Hoffmann', 'Weiß', 'Brandt', 'Köhler', 'Vogel'],
	},
	{
		first: ['Camille', 'Étienne', 'Anaïs', 'Jean-Luc', 'Élodie', 'Maxime', 'Noémie', 'Théo'],
		last: ['Lefèvre', 'Moreau', 'Dubois', 'Garçon', 'Bélanger', 'Fournier', 'Rousseau', 'Mercier'],
	},
	{
		first: ['Lucía', 'Mateo', 'Begoña', 'Álvaro', 'Ximena', 'Joaquín', 'Inés', 'Andrés'],
		last: ['Núñez', 'García Ruiz', 'Ibáñez', 'Castro', 'Peña', 'Domínguez', 'Vargas', 'Morales'],
	},
	{
		first: ['Beatriz', 'João', 'Conceição', 'Thiago', 'Luísa', 'Gonçalo', 'Marina', 'Rafael'],
		last: ['da Silva', 'Araújo', 'Magalhães', 'Pereira', 'Gonçalves', 'Almeida', 'Brandão', 'Nunes'],
	},
	{
		first: ['Zofia', 'Łukasz', 'Agnieszka', 'Paweł', 'Jiří', 'Tereza', 'Małgorzata', 'Ondřej'],
		last: ['Wójcik', 'Kowalczyk', 'Dąbrowski', 'Novák', 'Žižka', 'Svoboda', 'Łukaszewicz', 'Horák'],
	},
	{
		first: ['Astrid', 'Søren', 'Freja', 'Håkon', 'Sigríður', 'Lars', 'Åsa', 'Mikkel'],
		last: ['Jørgensen', 'Lindqvist', 'Østergaard', 'Nilsson', 'Þórsdóttir', 'Berg', 'Håland', 'Kristensen'],
	},
	{
		first: ['美咲|misaki', '健太|kenta', 'さくら|sakura', '大輔|daisuke', '陽子|yoko', '翔|sho'],
		last: ['佐藤|sato', '鈴木|suzuki', '高橋|takahashi', '渡辺|watanabe', '小林|kobayashi', '山本|yamamoto'],
	},
	{
		first: ['Олена|olena', 'Дмитро|dmytro', 'Катерина|kateryna', 'Тарас|taras', 'Софія|sofiia', 'Андрій|andrii'],
		last: ['Коваленко|kovalenko', 'Шевчук|shevchuk', 'Бондар|bondar', 'Мельник|melnyk', 'Гончар|honchar'],
	},
	{
		first: ['Aarav', 'Priya', 'Rohan', 'Ananya', 'Kavya', 'Vikram', 'Meera', 'Arjun'],
		last: ['Sharma', 'Iyer', 'Banerjee', 'Patel', 'Reddy', 'Chatterjee', 'Nair', 'Kapoor'],
	},
	{
		first: ['ليلى|layla', 'عمر|omar', 'نور|nour', 'يوسف|youssef', 'مريم|maryam', 'كريم|karim'],
		last: ['حداد|haddad', 'منصور|mansour', 'الخطيب|alkhatib', 'سالم|salem', 'نجار|najjar'],
	},
	{
		first: ['Chiamaka', 'Kwame', 'Amara', 'Tunde', 'Wanjiru', 'Sipho', 'Zainab', 'Kofi'],
		last: ['Okafor', 'Mensah', 'Adeyemi', 'Kamau', 'Dlamini', 'Eze', 'Diallo', 'Nkosi'],
	},
];

const mailDomains = ['example.com', 'example.org', 'example.net'];

/** Letters that decomposition leaves as they are. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', đ: 'd', ð: 'd', þ: 'th' };

interface Person {
	firstName: string;
	lastName: string;
	email: string;
}

/** A person with an address that is not yet in `taken`, and then is. */
export function inventPerson(random: Random, taken: Set<string>): Person {
	const region = random.pick(namesByRegion);
	const first = readName(random.pick(region.first));
	const last = readName(random.pick(region.last));
	const mailbox = random.pick([
		`${first.latin}.${last.latin}`,
		`${first.latin.charAt(0)}.${last.latin}`,
		`${first.latin}${last.latin}`,
	]);
	const domain = random.pick(mailDomains);
	let email = `${mailbox}@${domain}`;
	for (let number = 2; taken.has(email); number += 1) email = `${mailbox}${number}@${domain}`;
	taken.add(email);
	return { firstName: first.shown, lastName: last.shown, email };
}

function readName(entry: string): { shown: string; latin: string } {
	const [shown = entry, latin = shown] = entry.split('|');
	return { shown, latin: lettersOf(latin) };
}

/** The name as it would stand in an email address. */
function lettersOf(name: string): string {
	return name
		.toLowerCase()
		.replace(/[øłßæđðþ]/g, (letter) => plainLetters[letter] ?? letter)
		.normalize('NFD')
		.replace(/[^a-z]/g, '');
}
