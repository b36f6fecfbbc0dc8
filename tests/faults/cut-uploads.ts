import { type ChildProcess, spawn } from 'node:child_process'
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { CHUNK_BYTES, VIDEO_ID_HEADER } from '#contract/video/uploads.ts'
import { findProgram, missingPrograms } from '#scripts/programs.ts'
import { endsWithUs, freePort } from '#scripts/start-program.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { killSite, openSite, stopSite } from './site.ts'

const PIECES = 256
const CUTS = 30
/** Every third cut kills the server; the others break the connection of the browser. */
const KILL_EVERY = 3
const LATEST_KILL_MS = 60
const TUS = { 'tus-resumable': '1.0.0' }

/** Starts nginx in front of the server, with its usual limit for bodies. */
async function startNginx(folder: string, { from, to }: { from: number; to: number }): Promise<ChildProcess> {
  mkdirSync(folder)
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { access_log off; client_max_body_size 16m; client_body_temp_path ${folder}/bodies;
  server { listen 127.0.0.1:${from};
    location / { proxy_pass http://127.0.0.1:${to}; proxy_http_version 1.1; proxy_set_header Connection ""; } } }
`,
  )
  const nginx = spawn(findProgram('nginx') ?? 'nginx', ['-c', configuration, '-p', folder], {
    stdio: 'ignore',
  })
  endsWithUs(nginx)
  const isUp = () =>
    fetch(`http://127.0.0.1:${from}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (nginx.exitCode === null && !(await isUp())) await delay(50)
  return nginx
}

/** How a film begins: the server keeps no other files. */
export const FILM_HEAD = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom')

/** The bytes of a file that is too large to keep in memory: the same position always has the same ones. */
function fileOf(key: Buffer) {
  const zeros = Buffer.alloc(CHUNK_BYTES)
  return (piece: number): Buffer => {
    const counter = Buffer.alloc(16)
    counter.writeUInt32BE(piece, 0)
    const bytes = createCipheriv('aes-256-ctr', key, counter).update(zeros)
    if (piece === 0) FILM_HEAD.copy(bytes)
    return bytes
  }
}

interface Piece {
  address: URL
  headers: Record<string, string>
  body: Buffer
  /** The connection breaks after so many bytes. */
  cutAfter?: number
}

/** Sends a piece; gives the status, or `undefined` when no answer came. */
function sendPiece({ address, headers, body, cutAfter }: Piece) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; videoId: string } | undefined>()
  const outgoing = request(address, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'content-length': body.length,
    },
  })
  outgoing.on('error', () => resolve(undefined))
  outgoing.on('response', (answer) => {
    answer.resume()
    const videoId = answer.headers[VIDEO_ID_HEADER.toLowerCase()]
    answer.on('close', () =>
      resolve({ status: answer.statusCode ?? 0, videoId: typeof videoId === 'string' ? videoId : '' }),
    )
  })
  if (cutAfter === undefined) outgoing.end(body)
  else outgoing.write(body.subarray(0, cutAfter), () => outgoing.destroy())
  return promise
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const cutUploads: Fault = {
  id: 'F31',
  title: 'a large upload through nginx is cut again and again',
  lacks: () => missingPrograms(['nginx', 'ffmpeg']),
  async run(folder, say) {
    const data = join(folder, 'data')
    const [front, back] = [await freePort(), await freePort()]
    // What is sent is no video: its original stays to be compared.
    const options = { folder: data, environment: { PORT: String(back), KEEP_ORIGINALS: 'true' } }
    let site = await openSite(options)
    const nginx = await startNginx(join(folder, 'nginx'), { from: front, to: back })
    const { teacher } = await createFixtures(site.url)
    const url = `http://127.0.0.1:${front}`
    const headers = { ...TUS, authorization: `Bearer ${teacher.token}` }
    const bytes = PIECES * CHUNK_BYTES
    const pieceOf = fileOf(randomBytes(32))
    const begun = await fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(bytes) },
    })
    const address = new URL(begun.headers.get('location') ?? '', url)
    const offsetOf = async () => {
      const answer = await fetch(address, { method: 'HEAD', headers })
      return Number(answer.headers.get('upload-offset') ?? Number.NaN)
    }

    const expected = createHash('sha256')
    let [offset, hashed, cuts, kills, lost] = [0, 0, 0, 0, 0]
    let videoId = ''
    while (offset < bytes) {
      const number = Math.floor(offset / CHUNK_BYTES)
      const whole = pieceOf(number)
      if (hashed === number) {
        expected.update(whole)
        hashed += 1
      }
      const body = whole.subarray(offset % CHUNK_BYTES)
      const piece = { address, headers: { ...headers, 'upload-offset': String(offset) }, body }
      const isCut = cuts < CUTS && number >= ((cuts + 1) * PIECES) / (CUTS + 1)
      if (!isCut) {
        const answer = await sendPiece(piece)
        if (answer?.status !== 204) throw new Error(`A piece was answered with ${answer?.status}.`)
        offset += body.length
        videoId = answer.videoId
        continue
      }
      cuts += 1
      if (cuts % KILL_EVERY === 0) {
        kills += 1
        const sent = sendPiece(piece)
        await delay(Math.random() * LATEST_KILL_MS)
        await killSite(site)
        await sent
        site = await openSite(options)
      } else await sendPiece({ ...piece, cutAfter: Math.floor(Math.random() * body.length) })
      const kept = await offsetOf()
      if (!(kept >= offset)) lost += 1
      offset = kept
      say(`cut ${cuts} of ${CUTS}: goes on at ${Math.round(offset / 1024 ** 2)} MiB`)
    }
    const same = (await sha256Of(join(data, 'uploads', videoId))) === expected.digest('hex')
    await stopSite(site)
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
    return {
      held: same && lost === 0 && cuts === CUTS,
      figures: `${bytes / 1024 ** 3} GiB in pieces of ${CHUNK_BYTES / 1024 ** 2} MiB (client_max_body_size 16m), cut ${cuts} times, ${kills} of them by kill -9 of the server; acknowledged bytes missing afterwards: ${lost} times; checksum ${same ? 'equal' : 'different'}`,
    }
  },
}
