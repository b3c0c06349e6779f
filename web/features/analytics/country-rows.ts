/** Number of countries listed beside the map of a touch screen before the user asks for all. */
export const countryRowsShown = 8
