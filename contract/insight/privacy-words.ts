/** What the watch page says before a name is shown to anybody. */
export const PROGRESS_NOTICE =
  'Teachers and admins can see your name, how many videos of a playlist you have done, and the day you last watched. They never see what you watched within a video, your notes or your history.'
export const SHOW_PROGRESS = 'Let teachers see my progress'
