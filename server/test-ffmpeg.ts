import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An ffmpeg and an ffprobe that do these lines of shell first, until they are repaired. `$real` is the program itself. */
export async function brokenPrograms(lines: Partial<Record<'ffmpeg' | 'ffprobe', string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-broken-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = async (what: typeof lines) => {
    for (const name of ['ffmpeg', 'ffprobe'] as const) {
      await writeFile(
        join(folder, name),
        `#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin\nreal=$(command -v ${name})\n${what[name] ?? ''}\nexec "$real" "$@"\n`,
      )
      await chmod(join(folder, name), 0o755)
    }
  }
  await write(lines)
  return { environment: { FFMPEG_PATH: join(folder, 'ffmpeg') }, repair: () => write({}) }
}

/** Does these lines of shell instead of the encoding, or before it. */
export const encoding = (lines: string) => ({ ffmpeg: `case "$*" in *master.m3u8*) ${lines};; esac` })
