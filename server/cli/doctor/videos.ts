import { countOf } from '#contract/format.ts'
import { checkedVideos, siteVideos } from '#server/cli/archive/videos.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/data/database.ts'
import { findFfmpeg, isCommand, versionOf } from '#server/features/video/ffmpeg.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Whether videos can be prepared here, and whether those of the site are there. */
export function lookAtFfmpeg(config: Config): Finding {
  const tools = findFfmpeg(config)
  if (!tools) {
    return note(
      'ffmpeg was not found. Own uploads are switched off.',
      'Install it (on Debian: apt-get install ffmpeg), or set FFMPEG_PATH.',
    )
  }
  return ok(`Videos are prepared by ${versionOf(tools).split(' Copyright', 1)[0]}.`)
}

/** Whether the command that writes captions can be started here. Without the setting there is nothing to say. */
export function lookAtTranscription(config: Config): Finding[] {
  const { TRANSCRIBE_COMMAND: [program = ''] = [], PATH } = config
  if (config.TRANSCRIBE_COMMAND === undefined) return []
  if (!isCommand(program, PATH)) {
    return [
      problem(
        `TRANSCRIBE_COMMAND names ${program}, which is not a program that can be run here.`,
        'Give its full path and make it executable, or remove the setting.',
      ),
    ]
  }
  if (!findFfmpeg(config))
    return [note('TRANSCRIBE_COMMAND has no effect without ffmpeg, which extracts the sound.')]
  return [ok(`Captions of uploaded videos are written by ${program}.`)]
}

export async function lookAtVideos(db: Db, config: Config): Promise<Finding[]> {
  const { lost, of } = await checkedVideos(db, siteVideos(config), config.UPLOAD_NODE)
  if (lost.length === 0) return [ok(`${countOf(of, 'uploaded video')}, and every file is there.`)]
  return lost.map((path) =>
    problem(`The file ${path} is missing.`, 'Copy it from a backup, or upload the video again.'),
  )
}
