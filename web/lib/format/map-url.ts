// Links to OpenStreetMap. No request reaches the map service before the user follows a link.

/** Builds a link that shows the location on a map. */
export const buildMapUrl = (location: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`

/** Builds a link to directions to the location. */
export const buildDirectionsUrl = (location: string) =>
  `https://www.openstreetmap.org/directions?to=${encodeURIComponent(location)}`
