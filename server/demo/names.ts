// Generates Malaysian names for demo members.
import type { Random } from './seeded-random.ts'

const malayMen =
  'Ahmad Aiman Akmal Amir Amirul Arif Azlan Azri Danial Faiz Faris Fikri Hafiz Haikal Hakim Hazim Iman Irfan Izzat Khairul Luqman Muaz Naufal Nazrin Qayyum Rafiq Ridzuan Safwan Syafiq Syahmi Taufiq Umar Wafi Zaid Zulhilmi'.split(
    ' ',
  )
const malayWomen =
  'Aina Alya Amirah Anis Asyikin Athirah Balqis Batrisyia Dayang Farhana Fatin Hana Husna Insyirah Izzah Jannah Khadijah Liyana Maisarah Nabila Nadia Najwa Nurin Qistina Raihana Safiyyah Sarah Shahirah Sofea Syazwani Ummi Wardah Yasmin Zahra Zulaikha'.split(
    ' ',
  )
const malayFathers =
  'Abdullah Abu Bakar|Ahmad Fauzi|Ali|Azman|Baharom|Daud|Fadzil|Ghazali|Hamzah|Hanafi|Hashim|Hassan|Ibrahim|Idris|Ismail|Jaafar|Kamaruddin|Khalid|Latif|Mahmud|Mansor|Mokhtar|Nordin|Omar|Othman|Rahim|Ramli|Rashid|Razak|Salleh|Shamsuddin|Suhaimi|Tajuddin|Yaakob|Zakaria'.split(
    '|',
  )
const chineseFamilies =
  'Chan Cheong Chin Chong Foo Goh Heng Ho Khoo Koh Lai Lau Lee Leong Liew Lim Loh Low Ng Ong Ooi Pang Sim Tan Tay Teh Teo Wong Yap Yeoh'.split(
    ' ',
  )
const chineseGiven =
  'Boon Keat|Chee Hong|Hui Min|Hui Ying|Jia Hao|Jia Yi|Jing Wen|Kah Mun|Kai Xuan|Mei Xin|Pei Shan|Qian Hui|Shu Ting|Siew Ling|Wai Kit|Wei Han|Wei Jie|Wen Xuan|Xin Yi|Yee Ling|Yi Jun|Yong Sheng|Zhi Hao|Zi Qing'.split(
    '|',
  )
const indianMen =
  'Anand Arvind Ganesh Hari Kavin Keshav Logan Naveen Prakash Ravi Saravanan Suresh Vasanth Yogesh'.split(' ')
const indianWomen =
  'Deepa Divya Indra Lavanya Malini Meena Nithya Pavithra Priya Revathi Sangeetha Shalini Thivya Vimala'.split(
    ' ',
  )
const indianFathers =
  'Balakrishnan Chandran Govindasamy Jayaraman Krishnan Kumaran Maniam Muniandy Nadarajan Perumal Raghavan Rajendran Ramasamy Selvam Shanmugam Subramaniam Thangavelu Veerasamy'.split(
    ' ',
  )
const borneoGiven =
  'Alvin Brendan Cynthia Dayang Elvina Felicia Gerald Hilary Jenny Kelvin Lawrence Mary Natasha Osman Patricia Rosalind Stephen Vivian'.split(
    ' ',
  )
const borneoFathers =
  'anak Jugah|anak Bujang|anak Sandom|anak Ngelai|Gimbad|Kinsuan|Lojiwin|Majangkim|Sipanis|Tangau'.split('|')

/** Picks a Malay, Chinese, Indian or Bornean name, as frequently as in a Malaysian student club. */
export function generatePersonName(random: Random): string {
  const share = random.next()
  if (share < 0.32) return `Muhammad ${random.pick(malayMen)} bin ${random.pick(malayFathers)}`
  if (share < 0.66) return `Nur ${random.pick(malayWomen)} binti ${random.pick(malayFathers)}`
  if (share < 0.86) return `${random.pick(chineseFamilies)} ${random.pick(chineseGiven)}`
  if (share < 0.905) return `${random.pick(indianMen)} a/l ${random.pick(indianFathers)}`
  if (share < 0.95) return `${random.pick(indianWomen)} a/p ${random.pick(indianFathers)}`
  return `${random.pick(borneoGiven)} ${random.pick(borneoFathers)}`
}

/** Builds the part of an email address before the @ from a name. */
export function buildEmailLocalPart(name: string): string {
  const words = name.toLowerCase().split(/[^a-z]+/)
  return words
    .filter(word => word.length > 1 && !['bin', 'binti', 'anak', 'nur', 'muhammad'].includes(word))
    .slice(0, 2)
    .join('.')
}
