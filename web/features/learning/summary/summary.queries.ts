import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { useCall } from '#web/core/app-context.tsx'
import { downloadText, fileNameOf } from '#web/core/download-text.ts'
import { useWrite } from '#web/core/use-write.ts'

/** What the user keeps of a playlist that they have finished. */
export const summaryOf = (call: Call, viewer: string, playlistId: string) =>
  queryOptions({
    queryKey: ['summary', playlistId, viewer],
    queryFn: async ({ signal }): Promise<FinishedPlaylist> => {
      const summary = await call('learning.summary', { params: { playlistId }, signal })
      if (typeof summary === 'string') throw new Error('The summary is not JSON.')
      return summary
    },
    // Notes are written on the watch page.
    staleTime: 0,
  })

/** Downloads the same as a Markdown file. */
export function useSummaryMarkdown(summary: FinishedPlaylist) {
  const call = useCall()
  const { _id: playlistId, title } = summary.playlist
  return useWrite({
    mutationFn: () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return call('learning.summary', { params: { playlistId }, query: { format: 'markdown', timeZone } })
    },
    onSuccess: (markdown) => {
      if (typeof markdown === 'string')
        downloadText(markdown, `${fileNameOf(title)} finished.md`, 'text/markdown')
    },
  })
}
