import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needProgram } from '#scripts/programs.ts'

interface Clip {
  name: string
  seconds: number
  size?: string
  /** A file of a certain size needs one. */
  bitrate?: string
}

/** Draws a film of moving test pictures with a tone, and gives its path. */
export function drawClip({ name, seconds, size = '640x360', bitrate }: Clip): string {
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-film-')), name)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const rate =
    bitrate === undefined
      ? []
      : [
          '-b:v',
          bitrate,
          '-minrate',
          bitrate,
          '-maxrate',
          bitrate,
          '-bufsize',
          bitrate,
          '-x264-params',
          'nal-hrd=cbr',
        ]
  execFileSync(needProgram('ffmpeg'), ['-v', 'error', ...picture, ...sound, ...codecs, ...rate, path])
  return path
}
