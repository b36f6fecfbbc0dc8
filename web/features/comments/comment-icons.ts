/** Outlines of Tabler Icons (MIT, see web/ui/picture/tabler-icons-license.txt) that only comments need. */
export const PIN = 'M15 4.5l-4 4l-4 1.5l-1.5 1.5l7 7l1.5-1.5l1.5-4l4-4M9 15l-4.5 4.5M14.5 4l5.5 5.5'
export const QUESTION =
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 16v.01M12 13a2 2 0 0 0 .91-3.78a1.98 1.98 0 0 0-2.41 .48'
export const REPLY = 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1'
