// Demo countries and cities with numbers of members, from which the dashboard computes its monthly changes.
// The demo dashboard shows these changes since last month: 12.5 % more members, 5 more clubs, 3 more countries.
import type { Country } from '#shared/countries/countries.ts'

export interface DemoPlace {
  country: Country
  /** Number of active demo members in the country, and how many of them were approved this month. */
  members: number
  approvedThisMonth: number
  /** Number of demo clubs in the country, and how many of them were founded this month. */
  clubs: number
  foundedThisMonth: number
  /**
   * City and university of each demo club, in order. Entries beyond the number of clubs serve only as places of study.
   */
  campuses: [city: string, university: string][]
}

/** Parses a text such as "City: University, University; City: University". */
function parseCampuses(text: string): [string, string][] {
  return text.split(';').flatMap(part => {
    const [city = '', names = ''] = part.split(':')
    return names.split(',').map((name): [string, string] => [city.trim(), name.trim()])
  })
}

export const places: DemoPlace[] = [
  {
    country: 'United Kingdom',
    members: 312,
    approvedThisMonth: 25,
    clubs: 27,
    foundedThisMonth: 1,
    campuses: parseCampuses(
      `London: Imperial College London, University College London, King's College London, Queen Mary University of London;
       Manchester: University of Manchester; Leeds: University of Leeds; Sheffield: University of Sheffield;
       Nottingham: University of Nottingham; Birmingham: University of Birmingham; Bristol: University of Bristol;
       Cardiff: Cardiff University; Edinburgh: University of Edinburgh; Glasgow: University of Glasgow;
       Newcastle: Newcastle University; Liverpool: University of Liverpool; Southampton: University of Southampton;
       Warwick: University of Warwick; Bath: University of Bath; York: University of York; Durham: Durham University;
       Leicester: University of Leicester; Exeter: University of Exeter; Belfast: Queen's University Belfast;
       Aberdeen: University of Aberdeen; Swansea: Swansea University; Lancaster: Lancaster University;
       Brighton: University of Sussex`,
    ),
  },
  {
    country: 'Australia',
    members: 248,
    approvedThisMonth: 20,
    clubs: 21,
    foundedThisMonth: 1,
    campuses: parseCampuses(
      `Melbourne: Monash University, University of Melbourne, RMIT University, Deakin University, La Trobe University,
       Swinburne University; Sydney: University of Sydney, UNSW Sydney, Macquarie University, University of Technology Sydney;
       Brisbane: University of Queensland, Griffith University, Queensland University of Technology;
       Perth: Curtin University, University of Western Australia, Murdoch University;
       Adelaide: University of Adelaide, Flinders University; Canberra: Australian National University;
       Hobart: University of Tasmania; Wollongong: University of Wollongong`,
    ),
  },
  {
    country: 'United States',
    members: 154,
    approvedThisMonth: 12,
    clubs: 17,
    foundedThisMonth: 1,
    campuses: parseCampuses(
      `Ann Arbor: University of Michigan; Madison: University of Wisconsin; West Lafayette: Purdue University;
       Urbana: University of Illinois; Minneapolis: University of Minnesota; Columbus: Ohio State University;
       Bloomington: Indiana University; State College: Pennsylvania State University; Austin: University of Texas;
       Boulder: University of Colorado; Seattle: University of Washington; Tempe: Arizona State University;
       Atlanta: Georgia Institute of Technology; Boston: Boston University; New York: Columbia University;
       Los Angeles: University of California; Iowa City: University of Iowa`,
    ),
  },
  {
    country: 'Japan',
    members: 121,
    approvedThisMonth: 10,
    clubs: 10,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `Tokyo: University of Tokyo, Waseda University, Keio University; Kyoto: Kyoto University; Osaka: Osaka University;
       Nagoya: Nagoya University; Fukuoka: Kyushu University; Sendai: Tohoku University; Sapporo: Hokkaido University;
       Tsukuba: University of Tsukuba`,
    ),
  },
  {
    country: 'Germany',
    members: 84,
    approvedThisMonth: 7,
    clubs: 8,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `München: TU München; Berlin: TU Berlin; Aachen: RWTH Aachen; Stuttgart: Universität Stuttgart;
       Karlsruhe: Karlsruher Institut für Technologie; Hamburg: Universität Hamburg; Köln: Universität zu Köln;
       Dresden: TU Dresden`,
    ),
  },
  {
    country: 'South Korea',
    members: 42,
    approvedThisMonth: 4,
    clubs: 5,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `Seoul: Seoul National University, Yonsei University, Korea University; Daejeon: KAIST; Busan: Pusan National University`,
    ),
  },
  {
    country: 'France',
    members: 31,
    approvedThisMonth: 2,
    clubs: 4,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `Paris: Sorbonne Université; Lyon: INSA Lyon; Toulouse: Université de Toulouse; Grenoble: Université Grenoble Alpes`,
    ),
  },
  {
    country: 'Canada',
    members: 27,
    approvedThisMonth: 2,
    clubs: 3,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `Toronto: University of Toronto; Vancouver: University of British Columbia; Montreal: McGill University`,
    ),
  },
  {
    country: 'New Zealand',
    members: 24,
    approvedThisMonth: 1,
    clubs: 3,
    foundedThisMonth: 0,
    campuses: parseCampuses(
      `Auckland: University of Auckland; Wellington: Victoria University of Wellington; Dunedin: University of Otago`,
    ),
  },
  {
    country: 'China',
    members: 15,
    approvedThisMonth: 15,
    clubs: 1,
    foundedThisMonth: 1,
    campuses: parseCampuses(`Beijing: Peking University`),
  },
  {
    country: 'Singapore',
    members: 12,
    approvedThisMonth: 12,
    clubs: 1,
    foundedThisMonth: 0,
    campuses: parseCampuses(`Singapore: National University of Singapore`),
  },
  {
    country: 'Indonesia',
    members: 10,
    approvedThisMonth: 10,
    clubs: 1,
    foundedThisMonth: 1,
    campuses: parseCampuses(`Bandung: Institut Teknologi Bandung`),
  },
]
