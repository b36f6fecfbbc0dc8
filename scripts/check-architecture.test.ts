import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  COVERAGE,
  FEATURES,
  IMPORT_RULES,
  SENTENCES,
  SERVER_FEATURES,
  SYNTAX_RULES,
} from './architecture-rules.ts'
import { checkArchitecture } from './check-architecture.ts'

type Files = Record<string, string>

const ANY_SENTENCE = {
  sentence: 'It is so.',
  files: ['server/config.ts'],
  tests: { 'tests/e2e/visit.spec.ts': ['a'] },
}

/** The smallest tree that keeps every rule, with one legal use of each freedom that a rule leaves. */
const CLEAN: Files = {
  ...Object.fromEntries(
    FEATURES.flatMap((feature) => [
      [`contract/${feature}/${feature}.ts`, "import { z } from 'zod'\nexport const Name = z.string()\n"],
      [
        `server/features/${feature}/${feature}.ts`,
        `import { Name } from '#contract/${feature}/${feature}.ts'\nexport { Name }\n`,
      ],
      [`web/features/${feature}/${feature}-card.tsx`, 'export function Card() { return <p>Hi</p> }\n'],
    ]),
  ),
  ...Object.fromEntries(
    SERVER_FEATURES.map((feature) => [`server/features/${feature}/${feature}.ts`, 'export const a = 1\n']),
  ),
  'server/config.ts': 'export const port = process.env.PORT\n',
  'server/data/ids.ts': "import { randomBytes } from 'node:crypto'\nexport const id = randomBytes\n",
  'server/features/reactions/reactions.queries.ts':
    "import type { Kysely } from 'kysely'\nexport const add = (db: Kysely<object>) => db.insertInto('likes')\n",
  'server/features/account/register.ts':
    "import { Name } from '#server/features/media/media.ts'\nexport { Name }\n",
  'web/core/app-context.tsx': "import { useState } from 'react'\nexport { useState }\n",
  'web/ui/navigation/tabs.tsx':
    "addEventListener('keydown', print, { once: true })\nexport const Tabs = () => <p onKeyDown={print} />\n",
  'web/ui/navigation/button.tsx':
    "import '#web/core/app-context.tsx'\nexport const text = 'innerHTML, eval() and any are words'\n",
  'web/features/media/avatar.tsx': 'export const picture = 1\n',
  'web/features/account/face.tsx': "export { picture } from '#web/features/media/avatar.tsx'\n",
  'web/screens/public/home.tsx': "export { Card } from '#web/features/reactions/reactions-card.tsx'\n",
  'web/app/routes.tsx': "export const home = () => import('#web/screens/public/home.tsx')\n",
  'tests/e2e/visit.spec.ts': "import { test } from '@playwright/test'\ntest('a', () => {})\n",
  [COVERAGE]: JSON.stringify(
    Object.fromEntries(
      SENTENCES.flatMap((count, section) =>
        Array.from({ length: count }, (_, row) => [`${section + 1}.${row + 1}`, ANY_SENTENCE]),
      ),
    ),
  ),
}

const roots: string[] = []

function violationsOf(changes: Files, without: string[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'rules-'))
  roots.push(root)
  const files = Object.entries({ ...CLEAN, ...changes })
  for (const [path, text] of files.filter(([file]) => !without.some((start) => file.startsWith(start)))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkArchitecture(root).map(({ file, rule, what }) => `${file}: ${what}: ${rule}`)
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

const imports = (target: string): string => `import '${target}'\nexport const a = 1\n`

/** The rule, then a file that breaks it, and nothing else. */
const BROKEN: [rule: string, path: string, text: string, more?: Files][] = [
  ['The contract imports only zod', 'contract/messages.ts', imports('#server/config.ts')],
  ['The contract imports only zod', 'contract/messages.ts', imports('react')],
  ['meet in the contract', 'server/app.ts', imports('#web/core/app-context.tsx')],
  ['meet in the contract', 'web/app/app.tsx', imports('#server/data/ids.ts')],
  [
    'imports no tests, scripts',
    'server/app.ts',
    imports('#server/test-app.ts'),
    { 'server/test-app.ts': '' },
  ],
  ['imports no tests, scripts', 'server/app.ts', imports('../scripts/tool.ts'), { 'scripts/tool.ts': '' }],
  [
    'The server core imports no feature',
    'server/data/a.ts',
    imports('#server/features/reactions/reactions.ts'),
  ],
  [
    'The server core imports no feature',
    'server/http/a.ts',
    imports('#server/pages/pages.ts'),
    { 'server/pages/pages.ts': '' },
  ],
  [
    'The web core imports no feature',
    'web/core/tree.tsx',
    imports('#web/features/reactions/reactions-card.tsx'),
  ],
  ['The web core imports no feature', 'web/ui/tree.tsx', imports('#web/screens/public/home.tsx')],
  ['does not import web/ui', 'web/core/tree.tsx', imports('#web/ui/navigation/button.tsx')],
  [
    'A feature imports lower layers only',
    'server/features/video/a.ts',
    imports('#server/features/reactions/reactions.ts'),
  ],
  [
    'A feature imports lower layers only',
    'server/features/search/a.ts',
    imports('#server/features/reports/reports.ts'),
  ],
  ['A feature imports lower layers only', 'server/features/account/a.ts', imports('#server/config.ts')],
  [
    'A feature imports lower layers only',
    'web/features/video/a.tsx',
    imports('#web/features/reactions/reactions-card.tsx'),
  ],
  [
    'One file decides who sees a playlist',
    'server/features/reports/a.queries.ts',
    "export const a = (db) => db.selectFrom('playlists').where('status', '=', 'approved')\n",
  ],
  [
    'One file decides who sees a playlist',
    'server/features/reports/a.queries.ts',
    "export const a = (eb) => eb('playlists.shown', '=', 'public')\n",
  ],
  [
    'One file decides who sees a playlist',
    'server/features/reports/a.queries.ts',
    "import { sql } from 'kysely'\nexport const a = sql`select 1 from playlists where playlists.status = 'approved'`\n",
  ],
  [
    'One file decides who sees a playlist',
    'server/features/reports/a.ts',
    "export const a = ({ visibility }) => visibility === 'public'\n",
  ],
  ['A screen does not import the app', 'web/screens/public/about.tsx', imports('#web/app/routes.tsx')],
  [
    'Rendering uses what app.ts passes',
    'server/pages/pages.ts',
    imports('#server/features/reactions/reactions.ts'),
  ],
  ['contain SQL', 'server/features/search/a.ts', imports('kysely')],
  ['contain SQL', 'server/app.ts', imports('kysely')],
  ['opens a database', 'server/features/search/search.queries.ts', imports('better-sqlite3')],
  ['The browser downloads', 'web/features/search/a.tsx', imports('lodash')],
  ['The browser downloads', 'web/features/search/a.tsx', imports('zod')],
  ['The browser downloads', 'web/screens/public/about.tsx', imports('react-domino')],
  ['The server runs on', 'server/app.ts', imports('express')],
  ['use only the public interface', 'tests/e2e/a.spec.ts', imports('#server/config.ts')],
  ['named from the root', 'server/http/deep/a.ts', imports('../../ids.ts')],
  ['a .ts file is imported as .ts', 'server/data/a.ts', imports('./ids.js')],
  ['names an existing file', 'server/data/a.ts', imports('./ids')],
  [
    'write what you own',
    'server/features/search/search.queries.ts',
    "export const f = (db) => db.deleteFrom('likes as l')\n",
  ],
  [
    'write what you own',
    'server/features/search/search.queries.ts',
    "export const f = (db) => db.updateTable('unknown')\n",
  ],
  [
    'write what you own',
    'server/features/search/search.queries.ts',
    'export const f = (db, t) => db.insertInto(t)\n',
  ],
  [
    'write what you own',
    'server/features/search/search.queries.ts',
    'export const f = sql`delete from likes`\n',
  ],
  [
    'write what you own',
    'server/features/search/search.queries.ts',
    'export const f = sql`UPDATE users set a = 1`\n',
  ],
  [
    'write what you own',
    'server/features/catalog/playlists/counts.queries.ts',
    "export const f = (db) => db.insertInto('search_words')\n",
  ],
  ['no decorators', 'server/data/a.ts', '@sealed\nexport class A {}\n'],
  ['no sql.raw', 'server/data/a.ts', "export const a = sql.raw('x')\n"],
  [
    'Only React creates markup',
    'web/ui/a.tsx',
    'export const A = () => <p dangerouslySetInnerHTML={{ __html: 1 }} />\n',
  ],
  ['Only React creates markup', 'web/ui/a.tsx', "export const a = (p: Element) => { p.innerHTML = '' }\n"],
  ['executed as code', 'web/ui/a.tsx', "export const a = eval('1')\n"],
  ['executed as code', 'server/data/a.ts', "export const a = new Function('return 1')\n"],
  ['only reader of the environment', 'server/data/a.ts', 'export const a = process.env.PORT\n'],
  ['only reader of the environment', 'web/ui/a.tsx', "export const a = process['env']\n"],
  ['No any', 'server/data/a.ts', 'export const a = (b: unknown) => b as any\n'],
  ['errors are fixed, not silenced', 'server/data/a.ts', '// @ts-ignore\nexport const a = 1\n'],
  ['errors are fixed, not silenced', 'web/ui/a.tsx', '/* @ts-expect-error */\nexport const a = 1\n'],
  ['content policy', 'web/ui/a.tsx', "export const A = () => <p style={{ color: 'red' }} />\n"],
  ['Keys are handled on keydown', 'web/ui/a.tsx', 'export const A = () => <input onKeyUp={print} />\n'],
  ['Keys are handled on keydown', 'web/ui/a.tsx', "addEventListener('keypress', print)\nexport {}\n"],
  ['Keys are handled on keydown', 'web/ui/a.tsx', 'document.onkeydown = print\nexport {}\n'],
  ['Keys are handled on keydown', 'web/ui/a.tsx', 'export const props = { onKeyUp: print }\n'],
  ['Keys are handled on keydown', 'web/ui/a.tsx', 'addEventListener(`keyup`, print)\nexport {}\n'],
  ['Keys are handled on keydown', 'web/ui/a.tsx', "addEventListener('keydown', print, true)\nexport {}\n"],
  [
    'Keys are handled on keydown',
    'web/ui/a.tsx',
    "for (const name of ['click', 'keyup']) addEventListener(name, print)\nexport {}\n",
  ],
  [
    'Keys are handled on keydown',
    'web/ui/a.tsx',
    "export const listen = (capture: boolean) => addEventListener('keydown', print, { capture, once: true })\n",
  ],
  ['A name says what', 'server/data/string-utils.ts', ''],
  ['A name says what', 'web/ui/upload-manager.tsx', ''],
  ['A name says what', 'server/data/helpers/a.ts', ''],
  ['A name says what', 'contract/types/a.ts', ''],
  ['A name says what', 'web/ui/index.ts', ''],
  ['A name says what', 'web/ui/DataTable.tsx', ''],
  ['One file, one thing', 'server/data/a.ts', 'export {}\n'.repeat(401)],
  ['One file, one thing', 'server/data/a.test.ts', 'export {}\n'.repeat(401)],
  ['core names no feature', 'server/data/a.ts', 'export const likesCount = 1\n'],
  ['core names no feature', 'server/http/a.ts', "export const a = 'comment'\n"],
  ['cannot be judged', 'server/data/a.ts', 'export const = 1\n'],
  ['the same name in the contract', 'server/features/bookmarks/bookmarks.ts', ''],
]

describe('the rules of the source tree', () => {
  test('a tree that keeps them has no violation', () => {
    expect(violationsOf({})).toEqual([])
  })

  test.each(BROKEN)('%s: rejected in %s', (...[rule, path, text, more = {}]) => {
    const violations = violationsOf({ ...more, [path]: text })
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(rule)
  })

  test('each rule is broken at least once above', () => {
    const rules = [...IMPORT_RULES, ...SYNTAX_RULES].map(({ rule }) => rule)
    const untested = rules.filter((rule) => !BROKEN.some(([part]) => rule.includes(part)))
    expect(untested).toEqual([])
  })

  test.each(['contract/', 'server/', 'web/'])('a check that finds nothing in %s says so', (side) => {
    expect(violationsOf({}, [side]).join('\n')).toContain(`${side}: is empty`)
  })

  test('a feature that one side lacks is reported', () => {
    const violations = violationsOf({}, ['web/features/comments/'])
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain('web/features/comments/: is missing')
  })

  test('types may come from packages that the browser must not download', () => {
    expect(
      violationsOf({ 'web/ui/a.tsx': "import type { z } from 'zod'\nexport type A = z.ZodType\n" }),
    ).toEqual([])
  })

  test('tests and first data may write every table', () => {
    const write = "export const f = (db) => db.insertInto('users')\n"
    expect(violationsOf({ 'server/demo/people.ts': write, 'server/data/a.test.ts': write })).toEqual([])
  })
})
