import { useQuery } from '@tanstack/react-query'
import type { CaptionsRef } from '#contract/captions/captions.ts'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cuesOf } from '#web/features/captions/captions.queries.ts'
import { captionsFor, type OwnCaptions } from '#web/features/video/player/own-captions.ts'

/** The teacher's captions for the player; undefined where the host's own are all there is. */
export function useOwnCaptions(
  viewer: string,
  { captions: choices = [] }: Course,
  wanted: string | null,
): OwnCaptions | undefined {
  const shown = captionsFor(choices, wanted)
  const cues = useQuery({
    ...cuesOf(useCall(), viewer, shown?._id ?? ''),
    enabled: shown !== undefined,
  }).data
  return choices.length === 0 ? undefined : { choices, shown, cues }
}

/** The captions in the language that the user reads, or else in that of the browser. */
export function preferredCaptions({ captions = [] }: Course, wanted: string | null): CaptionsRef | undefined {
  return captionsFor(captions, wanted ?? navigator.language)
}
