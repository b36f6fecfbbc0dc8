import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { START } from '#tests/start-lectern.ts'

const deploy = fileURLToPath(new URL('../deploy', import.meta.url))
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')

/** `NAME=value` lines. */
function settingsIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]\w*=/.test(line))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** Instructions of a Containerfile with their words, continuation lines joined. */
function instructions(text: string): { name: string; words: string }[] {
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n/g, ' ')
  return joined.split('\n').flatMap((line) => {
    const [, name, words] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return name === undefined || words === undefined ? [] : [{ name, words }]
  })
}

test('the environment of the nodes is one that Lectern takes, and knows every setting of', () => {
  const settings = settingsIn(read('lectern.env'))
  // A node does not start with the example's key.
  expect(() => readConfig(Object.fromEntries(settings))).toThrow('SECRET_KEY must be 64 hexadecimal digits.')
  const own = { ...Object.fromEntries(settings), SECRET_KEY: 'f0'.repeat(32) }
  const config: Record<string, unknown> = readConfig(own)
  expect([...settings.keys()].filter((name) => config[name] === undefined)).toEqual([])
  expect(config).toMatchObject({ HOST: '0.0.0.0', DEMO_CONTENT: false, TRUST_PROXY: ['10.0.0.1'] })
})

test('the unit runs the product as a separate user that may write only to its data', () => {
  const unit = read('lectern.service')
  const settings = settingsIn(unit)
  expect(settings.get('ExecStart')).toBe(`/opt/lectern/node_modules/.bin/node ${START.arguments.join(' ')}`)
  expect(existsSync(join(deploy, '../server/main.mjs'))).toBe(true)
  expect(settings.get('EnvironmentFile')).toBe('/etc/lectern/lectern.env')
  // Nodes stop within ten seconds by themselves.
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(10)
  for (const hardening of [
    'NoNewPrivileges',
    'PrivateTmp',
    'PrivateDevices',
    'ProtectHome',
    'RestrictSUIDSGID',
  ])
    expect(settings.get(hardening), hardening).toBe('yes')
  expect(settings.get('ProtectSystem')).toBe('strict')
  expect(settings.get('CapabilityBoundingSet')).toBe('')
  const names = unit.split('\n').flatMap((line) => /^([A-Z]\w*)=/.exec(line)?.[1] ?? [])
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  expect(twice).toEqual(['SystemCallFilter'])
})

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  // Only the program is not where it will be.
  const complaints = verified(join(deploy, 'lectern.service'))
  expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([])
})

function verified(unit: string): string[] {
  try {
    return lines(
      execFileSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8', stdio: 'pipe' }),
    )
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? lines(String(error.stderr)) : [String(error)]
  }
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('lectern.service'))
}

test('service, container and npm start hold memory alike', () => {
  const { scripts } = JSON.parse(read('../package.json'))
  const settings = Object.entries(START.environment).map((setting) => setting.join('='))
  expect(scripts.start).toBe(`${settings.join(' ')} exec node ${START.arguments.join(' ')}`)
  for (const file of ['lectern.service', 'Containerfile'])
    for (const setting of settings) expect(read(file), file).toContain(setting)
})

test('the image has a named base, runs as an unprivileged user, and has a health check', () => {
  const all = instructions(read('Containerfile'))
  const of = (name: string) => all.filter((each) => each.name === name).map(({ words }) => words)
  for (const base of of('FROM')) expect(base).toMatch(/^[\w.-]+\/[\w/-]+:[\w.-]+( AS \w+)?$/)
  expect(of('FROM').join()).not.toContain(':latest')
  expect(of('USER')).toEqual(['10001:10001'])
  expect(of('CMD').map((words) => JSON.parse(words))).toEqual([['node', ...START.arguments]])
  expect(of('HEALTHCHECK')[0]).toContain('/healthz')
  expect(of('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(of('ADD')).toEqual([])
  // What only the build needs stays behind: the last stage takes folders by name.
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
  const copied = last.filter(({ name }) => name === 'COPY').map(({ words }) => words)
  expect(copied.every((words) => words.startsWith('--from=build /opt/lectern/'))).toBe(true)
  for (const words of [...of('RUN'), ...of('ENV')]) expect(words).not.toMatch(/sudo|curl|PASSWORD|SECRET/)
  expect(of('RUN').every((words) => !/\bcd\b/.test(words))).toBe(true)
})

test('every folder that the image takes over is there', () => {
  const last = read('Containerfile').split('FROM').at(-1) ?? ''
  const folders = [...last.matchAll(/--from=build \/opt\/lectern\/(\S+)/g)].flatMap(([, name]) => name ?? [])
  const built = ['dist', 'node_modules']
  for (const name of folders.filter((each) => !built.includes(each)))
    expect(existsSync(join(deploy, '..', name)), name).toBe(true)
})

test('the script of a rolling update can be run, and rejects what would end the site', () => {
  const script = join(deploy, 'rolling-update.sh')
  expect(statSync(script).mode & 0o111).toBe(0o111)
  const run = (...words: string[]) =>
    execFileSync(script, words, {
      stdio: 'pipe',
      env: { ...process.env, NODES: join(deploy, 'nginx/lectern-nodes.conf') },
    })
  expect(() => run('10.0.0.11:3000')).toThrow('Usage')
  expect(() => run('10.9.9.9:3000', 'true')).toThrow('is not in')
})

test('no file of the example holds a secret of anybody', () => {
  const files = readdirSync(deploy, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const file of files) {
    const secrets = readFileSync(join(file.parentPath, file.name), 'utf8').match(
      /(requirepass |SECRET_ACCESS_KEY=|:\/\/\w*:)\S+/g,
    )
    for (const secret of secrets ?? []) expect(secret, file.name).toContain('change-me')
  }
})
