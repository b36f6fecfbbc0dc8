import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Certificate {
  certificate: string
  key: string
}

/** Self-signed, for 127.0.0.1 and for no name. */
export async function makeCertificate(folder: string, name: string): Promise<Certificate> {
  const certificate = join(folder, `${name}.crt`)
  const key = join(folder, `${name}.key`)
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const whose = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  await run('openssl', ['req', ...kind, ...whose, '-keyout', key, '-out', certificate])
  await chmod(key, 0o600)
  return { certificate, key }
}
