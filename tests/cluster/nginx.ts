import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort, launchProgram, type Program } from '#scripts/start-program.ts'
import { until } from '#tests/faults/reading.ts'
import { copyConfig, filesBelow } from './config.ts'
import { run } from './processes.ts'

const STARTS_WITHIN_MS = 10_000

export interface Nginx {
  /** The public address. */
  url: string
  folder: string
  /** Sends nginx the signal to reload or to stop. */
  words: string[]
  part: Program
}

/**
 * Node's fetch aborts running requests when nginx sends a GOAWAY, after a reload and after a thousand requests; browsers
 * do not. So every request of the harness uses its own connection, unless it uses HTTP/2.
 */
type Way = 'one by one' | 'http2'

/** Creates a certificate for this machine that this process trusts from now on. */
async function certify(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files])
  setDefaultCACertificates([...getCACertificates(), readFileSync(join(folder, 'fullchain.pem'), 'utf8')])
}

/** Starts nginx with the files of deploy/nginx, with other addresses and folders. */
export async function startNginx(
  folder: string,
  ports: { site: number; first: number; second: number },
  way: Way = 'one by one',
): Promise<Nginx> {
  mkdirSync(folder)
  // Its workers run as another user.
  for (const each of [dirname(folder), folder]) chmodSync(each, 0o755)
  await certify(folder)
  copyConfig(filesBelow('nginx'), folder, [
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx/', `${folder}/`],
    ['/var/lib/nginx/', `${folder}/`],
    ['include /etc/nginx/', `include ${folder}/`],
    ['/etc/ssl/lectern/', `${folder}/`],
    ['learn.example.org', 'localhost'],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    [
      'listen 443 ssl http2;',
      `listen 127.0.0.1:${ports.site} ssl${way === 'http2' ? ' http2;' : '; keepalive_timeout 0;'}`,
    ],
    ['10.0.0.11:3000', `127.0.0.1:${ports.first}`],
    ['10.0.0.12:3000', `127.0.0.1:${ports.second}`],
    ...(process.getuid?.() === 0 ? [] : ([['user www-data;', '']] as const)),
  ])
  const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  await run('nginx', [...words, '-t', '-q'])
  const part = launchProgram(['nginx', ...words, '-g', 'daemon off;'])
  const url = `https://localhost:${ports.site}`
  const isUp = () =>
    fetch(`${url}/robots.txt`).then(
      () => true,
      () => part.child.exitCode !== null,
    )
  await until(isUp, STARTS_WITHIN_MS)
  if (part.child.exitCode !== null) throw new Error(`nginx did not start:\n${part.log()}`)
  return { url, folder, words, part }
}
