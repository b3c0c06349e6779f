/** Number of countries listed beside the world map before the user asks for all countries. */
export const countryRowsShown = 8
/** Grid columns of the world map and the list of countries. In narrow windows the list is below the map. */
export const mapColumns = { lg: 'minmax(0, 1fr) minmax(280px, 340px)' }
