import type { Role } from '#contract/account/user-fields.ts'

/** The specification requires a review for every profile, with invented text (section 2, /about). */
const REVIEWS: Record<Role, readonly string[]> = {
  Student: [
    'I watch one video over lunch and try it out in the afternoon. Nothing else has stuck like that.',
    'The videos are short enough that I actually come back.',
    'I saved three playlists for later and, for once, finished all of them.',
    'Teachers reply under the videos. That alone is worth it.',
    'One subject per playlist, no padding. I always know what I will be able to do afterwards.',
    'I came for one video and stayed for the whole playlist.',
    'I can pause, try it and ask right there. It feels like sitting next to somebody who knows.',
    'I asked a question at night and had an answer before breakfast.',
    'The teachers show their mistakes as well. That taught me more than any slide.',
    'I needed one thing for work, found it in two searches and understood it in ten minutes.',
    'My study group watches one video a week and talks about it. It works better than a book.',
  ],
  Teacher: [
    'Publishing here made me cut my material in half. My students noticed the difference.',
    'The review is strict in a good way. It caught two mistakes in my second playlist.',
    'Questions come in under the very video they are about, so answering takes minutes.',
    'I add a video when I have something to say, and those who saved the playlist find it.',
  ],
  Other: [
    'I am not a student, and I never felt that it was not for me.',
    'I learn for my job here, between two meetings, at my own pace.',
    'No deadlines and no grades, just people who show how it is done.',
  ],
}

/** The text of the review at this index. Neighbouring reviews of the same role differ. */
export function placeholderReview(role: Role, index: number): string {
  const reviews = REVIEWS[role]
  return reviews[index % reviews.length] ?? ''
}
