import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { missingPrograms } from '#scripts/programs.ts'
import { createFixtures, picture, send } from './client.ts'
import { FILM_HEAD } from './cut-uploads.ts'
import type { Fault } from './fault.ts'
import { lacksDisks } from './machine.ts'
import { openSite, stopSite } from './site.ts'
import { fillDisk, onSmallDisk } from './small-disk.ts'

const MIB = 1024 * 1024
const RESERVE = 512 * MIB
const DISK_MIB = 900
const TEACHERS = 6
const UPLOADS = 5
const UPLOAD_BYTES = 24 * MIB
const PART_BYTES = 8 * MIB
const PARTS = UPLOAD_BYTES / PART_BYTES
const LEFT_BY_OTHERS = 100 * MIB

const Login = z.object({ token: z.string() })

interface Upload {
  token: string
  address: string
}

async function registerTeacher(url: string, n: number): Promise<string> {
  const account = { email: `teacher${n}@example.org`, password: `a-long-winding-road-${n}` }
  const { password } = account
  const form = { ...account, confirmPassword: password, username: `Teacher ${n}`, role: 'Teacher' }
  await send(`${url}/api/auth/register`, 'POST', { form: { ...form, profilePhoto: await picture() } })
  return Login.parse((await send(`${url}/api/auth/login`, 'POST', { json: account }))?.body).token
}

const tus = (address: string, token: string, { headers, ...more }: RequestInit) =>
  fetch(address, {
    ...more,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, connection: 'close', ...headers },
  })

/** Announces an upload; gives it, or the status of the refusal. */
async function announce(url: string, token: string): Promise<Upload | number> {
  const headers = { 'upload-length': String(UPLOAD_BYTES) }
  const { status, headers: answer } = await tus(`${url}/api/uploads`, token, { method: 'POST', headers })
  return status === 201 ? { token, address: new URL(answer.get('location') ?? '', url).href } : status
}

/** The bytes of a part, filled with a letter. */
function partOf(part: number, letter: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(PART_BYTES, letter)
  if (part === 0) FILM_HEAD.copy(bytes)
  return bytes
}

async function sendPart({ address, token }: Upload, part: number, letter: string): Promise<number> {
  const headers = {
    'upload-offset': String(part * PART_BYTES),
    'content-type': 'application/offset+octet-stream',
  }
  return (await tus(address, token, { method: 'PATCH', headers, body: partOf(part, letter) })).status
}

/** Sends a part twice at once, with other bytes. Gives how often it was acknowledged, and whether the file has only those bytes. */
async function sendTwice(uploads: string, upload: Upload, part: number) {
  const letters = ['a', 'b']
  const statuses = await Promise.all(letters.map((letter) => sendPart(upload, part, letter)))
  const file = readFileSync(join(uploads, upload.address.split('/').at(-1) ?? ''))
  const written = file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
  const kept = letters[statuses.indexOf(204)] ?? ''
  const acknowledged = statuses.filter((status) => status === 204).length
  return { acknowledged, isMixed: acknowledged === 1 && !written.equals(partOf(part, kept)) }
}

const freeOf = async (disk: string) => {
  const { bavail, bsize } = await statfs(disk)
  return bavail * bsize
}

export const announcedUploads: Fault = {
  id: 'F33',
  title: 'six teachers announce and send more than fits (a separate 900 MiB ext4, two workers)',
  lacks: () => lacksDisks() ?? missingPrograms(['ffmpeg']),
  async run(folder, say) {
    const disk = join(folder, 'disk')
    return onSmallDisk({ mountPoint: disk, mebibytes: DISK_MIB }, async () => {
      const data = join(disk, 'data')
      const site = await openSite({ folder: data, environment: { WORKERS: '2' } })
      const { url } = site
      const { students, courseId } = await createFixtures(url)
      const token = students[0] ?? ''
      let comments = 0
      const comment = async () => {
        comments += 1
        const json = { text: `Comment ${comments}`, courseId }
        return (await send(`${url}/api/comments`, 'POST', { token, json }))?.status
      }

      const answers: (Upload | number)[] = []
      for (let n = 0; n < TEACHERS; n += 1) {
        const teacher = await registerTeacher(url, n)
        answers.push(...(await Promise.all(Array.from({ length: UPLOADS }, () => announce(url, teacher)))))
      }
      const taken = answers.filter((answer) => typeof answer !== 'number')
      const refused = answers.filter((answer) => answer === 507).length
      say(`${taken.length} uploads taken, ${refused} refused`)

      // All but the last part, so that nothing is prepared.
      const pairs: Awaited<ReturnType<typeof sendTwice>>[] = []
      for (let part = 0; part < PARTS - 1; part += 1)
        pairs.push(
          ...(await Promise.all(taken.map((upload) => sendTwice(join(data, 'uploads'), upload, part)))),
        )
      const twice = pairs.filter(({ acknowledged }) => acknowledged === 2).length
      const mixed = pairs.filter(({ isMixed }) => isMixed).length
      const acknowledged = pairs.filter((pair) => pair.acknowledged === 1).length
      const least = await freeOf(disk)
      say(`${acknowledged} of ${pairs.length} parts acknowledged once, ${Math.round(least / MIB)} MiB left`)

      // Other programs take most of what is left for the database, then everything.
      const [last, ...others] = taken
      if (!last) throw new Error('No upload was taken.')
      writeFileSync(join(disk, 'others'), Buffer.alloc(least - LEFT_BY_OTHERS))
      const atReserve = [await sendPart(last, PARTS - 1, 'a'), await comment()]
      const stopFilling = fillDisk(disk)
      const full = [await sendPart(last, PARTS - 1, 'a'), await comment()]
      await Promise.all(
        others.map(({ address, token: theirs }) => tus(address, theirs, { method: 'DELETE' })),
      )
      const left = (await readdir(join(data, 'uploads'))).filter((name) => !name.endsWith('.json'))
      stopFilling()
      writeFileSync(join(disk, 'others'), '')
      const healed = [await sendPart(last, PARTS - 1, 'a'), await comment()]
      const again = await announce(url, last.token)
      await stopSite(site)
      say(`at the reserve ${atReserve}, full ${full}, healed ${healed}`)
      const held =
        taken.length + refused === TEACHERS * UPLOADS &&
        least >= RESERVE &&
        twice + mixed === 0 &&
        acknowledged === pairs.length &&
        `${[atReserve, full, healed]}` === '507,201,507,503,204,201' &&
        left.length === 1 &&
        typeof again !== 'number'
      return {
        held,
        figures: `${taken.length} uploads of ${UPLOAD_BYTES / MIB} MiB taken, ${refused} refused with 507; ${pairs.length} parts sent twice at once to two workers, ${twice} acknowledged twice, ${mixed} mixed; at least ${Math.floor(least / MIB)} MiB stayed free. Other programs took the rest: parts 507, comments taken until the disk was full; ${others.length} uploads deleted on the full disk, ${left.length - 1} files left; the upload went on without a restart`,
      }
    })
  },
}
