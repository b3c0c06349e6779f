import { describe, expect, it } from 'vitest'
import { shortenPersonName } from './short-name.ts'

const cases: [fullName: string, short: string][] = [
  // The following cases are the expected short forms of Malay names.
  ['Muhammad Hafiz bin Ali', 'Hafiz'],
  ['MUHAMMAD HAFIZ BIN ALI', 'HAFIZ'],
  ['Mohd Faizal Bin Osman', 'Faizal'],
  ['Mohd. Faizal b. Osman', 'Faizal'],
  ['Muhammad Nur Hakim bin Zaid', 'Hakim'],
  ['Muhammad bin Abdullah', 'Muhammad'],
  ['Muhd Abdul Rahman bin Salleh', 'Abdul Rahman'],
  ['Abdul Rahman', 'Abdul Rahman'],
  ['Abdul Rahman bin Putra', 'Abdul Rahman'],
  ['Abd. Halim bin Isa', 'Abd. Halim'],
  ['Abu Bakar bin Hassan', 'Abu Bakar'],
  ['Nur Aisyah binti Kamal', 'Aisyah'],
  ['Nurul Izzah binti Anwar', 'Izzah'],
  ['Nor Azlina bt. Yusof', 'Azlina'],
  ['Siti Nur Haliza binti Tarudin', 'Haliza'],
  ['Siti Nur binti Ahmad', 'Nur'],
  ['Siti', 'Siti'],
  ['Ahmad bin Zaki', 'Ahmad'],
  ['Amirul Hakim bin Roslan', 'Amirul'],
  ['Wan Nur Aina binti Wan Ali', 'Aina'],
  ['Nik Hafiz bin Nik Man', 'Hafiz'],
  ['Syed Amir bin Syed Ali', 'Amir'],
  ['Tengku Nur Farah binti Tengku Ismail', 'Tengku Farah'],
  ['Rosli @ Mat Li bin Dollah', 'Rosli'],
  // The following cases are the expected short forms of names with titles.
  ['Dr. Nur Aisyah binti Kamal', 'Aisyah'],
  ['Dato’ Seri Ahmad bin Zaki', 'Ahmad'],
  ["Dato' Azman bin Hashim", 'Azman'],
  ['Datuk Dr. Lim Wei Jie', 'Wei Jie'],
  ['Haji Omar bin Said', 'Omar'],
  ['Hajah Fatimah binti Omar', 'Fatimah'],
  ['Prof. Madya Dr. Kavitha a/p Raju', 'Kavitha'],
  ['Tan Sri Michelle Yeoh', 'Michelle'],
  ['Dr', 'Dr'],
  // The following cases are the expected short forms of Chinese names.
  ['Tan Mei Ling', 'Mei Ling'],
  ['Lim Wei Jie', 'Wei Jie'],
  ['Lee Chong Wei', 'Chong Wei'],
  ['Ng Yi Xin', 'Yi Xin'],
  ['Tan Mei-Ling', 'Mei-Ling'],
  ['Tan, Mei Ling', 'Mei Ling'],
  ['Ong Wei', 'Wei'],
  ['Jason Tan Wei Ming', 'Jason'],
  ['Tan Wei Ming Jason', 'Jason'],
  ['Mei Ling Tan', 'Mei Ling'],
  ['Daniel Lim', 'Daniel'],
  ['Tan Mei Ling (陈美玲)', 'Mei Ling'],
  ['陈美玲', '陈美玲'],
  ['Muhammad Ridzuan Tee bin Abdullah', 'Ridzuan'],
  // The following cases are the expected short forms of Indian names.
  ['Kavitha a/p Subramaniam', 'Kavitha'],
  ['Arjun Kumar A/L Raj', 'Arjun'],
  ['S. Kavitha', 'Kavitha'],
  ['Harpreet Singh s/o Gurdev Singh', 'Harpreet'],
  ['Sri Devi a/p Muthu', 'Sri Devi'],
  ['Raja a/l Muthu', 'Raja'],
  // The following cases are the expected short forms of other names, such as those of Sabah and Sarawak.
  ['Jenny anak Lalang', 'Jenny'],
  ['Dayang Nurfaizah binti Awang Dowty', 'Nurfaizah'],
  ['  Emma   Wilson ', 'Emma'],
  ['bin Ali', 'bin'],
  ['Bekas ahli', 'Bekas ahli'],
  ['', ''],
]

describe('shortenPersonName', () => {
  it.each(cases)('shortenPersonName returns for %s the name %s', (fullName, short) => {
    expect(shortenPersonName(fullName)).toBe(short)
  })

  it('shortenPersonName returns a non-empty part of every full name', () => {
    for (const [fullName] of cases.filter(([name]) => name !== '')) {
      const short = shortenPersonName(fullName)
      expect(short).not.toBe('')
      for (const word of short.split(' ')) expect(fullName).toContain(word)
    }
  })
})
