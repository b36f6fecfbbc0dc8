import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#tests/start-lectern.ts'
import { run } from './processes.ts'

const MIGRATIONS = 'server/data/migrations'
const LIST = 'server/data/migrate.ts'

/** An older program that can be started, in a separate folder. */
export interface Previous {
  folder: string
  /** A description for the report. */
  name: string
}

function newestMigration(): string {
  const migrations = readdirSync(join(root, MIGRATIONS)).filter((name) => /^\d{4}-/.test(name))
  return migrations.toSorted().at(-1)?.replace(/\.ts$/, '') ?? ''
}

interface Before {
  commit: string
  name: string
}

/** `PREVIOUS=<commit>` names the older version, for example the one before a table that it must not serve. */
function chosenVersion(): Before | undefined {
  const commit = process.env.PREVIOUS
  return commit ? { commit, name: `the version ${commit}` } : undefined
}

/** The commit before the one that brought the newest migration; `undefined` without a history that has it. */
async function versionBefore(migration: string): Promise<Before | undefined> {
  const git = (...words: string[]) => run('git', ['-C', root, ...words]).then(({ stdout }) => stdout.trim())
  const file = `${MIGRATIONS}/${migration}.ts`
  try {
    if ((await git('rev-parse', '--show-prefix')) !== '') return undefined
    // Only on the main branch: a side branch may lack migrations of another one.
    const added = ['--first-parent', '-m', '--diff-filter=A', '-1', '--format=%H']
    const brought = await git('log', ...added, '--', file)
    const commit = await git('rev-parse', '--short', '--verify', brought === '' ? 'HEAD' : `${brought}~1`)
    return { commit, name: `the version before ${migration} (${commit})` }
  } catch {
    return undefined
  }
}

/** The build of the version before the newest migration, or of `PREVIOUS`; needs a clone with its history. */
export async function previousVersion(folder: string): Promise<Previous | undefined> {
  const before = chosenVersion() ?? (await versionBefore(newestMigration()))
  if (before === undefined) return undefined
  await mkdir(folder)
  await run('git', ['-C', root, 'archive', '--output', `${folder}.tar`, before.commit])
  await run('tar', ['-xf', `${folder}.tar`, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await run(process.execPath, ['scripts/build.ts'], { cwd: folder })
  return { folder, name: before.name }
}

/** These sources without the newest migration: a program that is older than its database. */
export async function withoutNewest(folder: string): Promise<Previous> {
  const migration = newestMigration()
  await mkdir(folder)
  for (const name of ['package.json', 'contract', 'server'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name))
  const list = join(folder, LIST)
  const lines = readFileSync(list, 'utf8').split('\n')
  const remaining = lines.filter((line) => !line.includes(migration))
  if (remaining.length !== lines.length - 2)
    throw new Error(`${LIST} does not name ${migration} in two lines`)
  writeFileSync(list, remaining.join('\n'))
  return { folder, name: `this version without ${migration}` }
}
