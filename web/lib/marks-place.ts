/** What was said at a door and not sent yet lies here, each person's under their own name. */
export const marksPlace = 'perantau-check-ins-'
