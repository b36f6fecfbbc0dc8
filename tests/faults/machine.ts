import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPrograms } from '#scripts/programs.ts'

/** Runs a system tool; throws its output when it fails. */
export function must(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout.trim()
}

/** One sentence about the tools that are missing and cannot be installed, or `undefined`. */
export function lacks(...tools: string[]): string | undefined {
  const sentence = missingPrograms(tools)
  return sentence && `${sentence}.`
}

export function isNotRoot(): string | undefined {
  return process.getuid?.() === 0 ? undefined : 'It needs root.'
}

/** The reason why this machine cannot make a small disk, found by trying. */
export function lacksDisks(): string | undefined {
  const reason = isNotRoot() ?? lacks('mkfs.ext4', 'mount', 'umount')
  if (reason !== undefined) return reason
  const folder = mkdtempSync(join(tmpdir(), 'lectern-disk-'))
  try {
    makeDisk(join(folder, 'image'), folder, 4)
    must('umount', folder)
    return undefined
  } catch (error) {
    return `It needs loop mounts: ${String(error)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates a file system of this many MiB in the file `image` and mounts it at `mountPoint`. */
export function makeDisk(image: string, mountPoint: string, mebibytes: number): void {
  must('truncate', '-s', `${mebibytes}M`, image)
  must('mkfs.ext4', '-q', '-m', '0', image)
  must('mount', '-o', 'loop', image, mountPoint)
}
