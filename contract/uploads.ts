export const UNREADABLE = 'This file is not a video we can read.'
export const WITHOUT_PICTURE = 'The video has no picture.'
