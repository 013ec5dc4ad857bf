import { DatabaseSync } from 'node:sqlite';

/** Run on n8n's own Node.js, with the listing as its one argument: see community-listing.mjs. */
const { database, name, version, author, nodes } = JSON.parse(process.argv[2]);
const db = new DatabaseSync(database, { timeout: 10_000 });
const now = new Date().toISOString().replace('T', ' ').replace('Z', '');

db.exec('BEGIN IMMEDIATE');
db.prepare(
	`INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)
	 ON CONFLICT (packageName) DO UPDATE SET installedVersion = excluded.installedVersion, updatedAt = excluded.updatedAt`,
).run(name, version, author.name, author.email, now, now);
db.prepare('DELETE FROM installed_nodes WHERE package = ?').run(name);
const insert = db.prepare('INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)');
for (const node of nodes) insert.run(node.name, node.type, node.version, name);
db.exec('COMMIT');
db.close();
