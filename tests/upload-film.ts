import { open } from 'node:fs/promises'
import { CHUNK_BYTES, VIDEO_ID_HEADER } from '#contract/video/uploads.ts'

const TUS = { 'tus-resumable': '1.0.0' }

interface Film {
  url: string
  /** Of the teacher. */
  token: string
  path: string
}

/** Uploads a film in pieces as browsers do; gives the id of its video. */
export async function uploadFilm({ url, token, path }: Film): Promise<string> {
  await using file = await open(path)
  const { size } = await file.stat()
  const headers = { ...TUS, authorization: `Bearer ${token}` }
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size) },
  })
  const address = new URL(begun.headers.get('location') ?? '', url)
  const piece = new Uint8Array(Math.min(CHUNK_BYTES, size))
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, offset)
    const sent = await fetch(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: piece.slice(0, bytesRead),
    })
    if (sent.status !== 204) throw new Error(`The film did not arrive: ${sent.status} ${await sent.text()}`)
    offset += bytesRead
    const id = sent.headers.get(VIDEO_ID_HEADER)
    if (id !== null) return id
  }
  throw new Error('The film has arrived but has no id.')
}
