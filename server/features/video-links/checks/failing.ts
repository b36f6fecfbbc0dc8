import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { Db } from '#server/data/database.ts'
import { videoIdOf } from './findings.ts'
import { findChecks } from './video-checks.queries.ts'

/** Those of these videos, by `videoKeyOf`, that did not play at their last check. Videos without a check are not among them. */
export async function failingAmong(db: Db, videos: Video[]): Promise<ReadonlySet<string>> {
  if (videos.length === 0) return new Set()
  const checks = await findChecks(
    db,
    videos.map((video) => videoIdOf(video).source_key),
  )
  const failing = videos.filter((video) => {
    const { source, source_key } = videoIdOf(video)
    const last = checks.find((check) => check.source === source && check.source_key === source_key)
    return last !== undefined && last.finding !== 'plays'
  })
  return new Set(failing.map(videoKeyOf))
}
