/** Kinds of jobs in words. Some kinds end with the name of a node. */
const TITLES: readonly (readonly [kind: string, title: string])[] = [
  ['mail', 'Sending a mail'],
  ['forgot', 'Looking up an address for a new password'],
  ['daily-mails', 'Writing the daily mails'],
  ['notify-followers', 'Telling followers of something new'],
  ['uploads.prepare', 'Preparing a video'],
  ['uploads.attach', 'Adding a prepared video to its course'],
  ['uploads.sweep', 'Deleting unfinished uploads'],
  ['uploads.space', 'Watching the free disk'],
  ['captions.transcribe', 'Writing captions of a video'],
  ['captions.rewrite', 'Rewriting stored captions'],
  ['passages', 'Indexing captions for the search'],
  ['video-details', 'Looking up a pasted link'],
  ['video-checks', 'Choosing videos to check'],
  ['video-check', 'Checking whether a video still plays'],
  ['trash.purge', 'Emptying the trash'],
  ['review.publish', 'Publishing at the chosen time'],
  ['imports.run', 'Inviting the people of a file'],
  ['invitations.purge', 'Deleting old invitations'],
  ['add-domain-members', 'Adding people of a domain to a group'],
  ['demo.remove', 'Removing the demo content'],
  ['site-numbers', 'Measuring the storage'],
  ['sweep', 'Deleting what nobody needs any more'],
]

/** What a job of this kind does. */
export function jobTitle(kind: string): string {
  return TITLES.find(([known]) => kind === known || kind.startsWith(`${known}.`))?.[1] ?? kind
}
