import type { SeededRandom } from './seeded-random.ts'

interface Script {
  /** Of a hundred texts, how many are written so. */
  share: number
  openings: string
  subjects: string
  fillers: string
  syllables: string
  names: string
  /** What stands between two words. */
  space: string
}

const SCRIPTS: Record<string, Script> = {
  latin: {
    share: 58,
    openings:
      'Learn,Understanding,Introduction to,The craft of,Advanced,Practical,First steps in,Grundlagen der,Einführung in,Comprendre,Découvrir,Aprender,Curso de,Podstawy,Öğrenmek',
    subjects:
      'design,javascript,photography,music,marketing,painting,chemistry,history,cooking,guitar,typography,statistics,gardening,accounting,astronomy,writing,drawing,animation,databases,networks,security,algebra,geometry,biology,carpentry,pottery,singing,piano,violin,film,lighting,editing,négociation,économie,cuisine,Buchhaltung,Übersetzung,Fotografie,Gärtnern,fotografía,diseño,música,żeglarstwo,şiir,ceramics,poetry,logic,robotics,electronics,weaving',
    fillers:
      'with,for,beginners,and,the,from,your,own,every,day,small,large,simple,clear,steps,together,work,ideas,practice,examples,patience,project,week,hands,tools,time,people,next,first,good',
    syllables: 'ba,ke,lo,mi,nu,ra,se,ti,vo,zu,dan,fel,gor,hir,jun,kas,len,mor,pil,tur',
    names:
      'Anna,Boris,Clara,David,Elif,Frida,Goran,Hanna,Ines,Jakub,Klara,Louis,Maria,Nils,Olga,Pedro,Quentin,Rosa,Stefan,Tomás,Ursula,Viktor,Wanda,Xenia,Yusuf,Zoë',
    space: ' ',
  },
  cyrillic: {
    share: 14,
    openings: 'Основы,Введение в,Изучаем,Практика,Первые шаги:,Понимаем',
    subjects:
      'дизайн,музыка,фотография,химия,история,живопись,гитара,статистика,кулинария,астрономия,рисование,анимация,алгебра,биология,керамика,поэзия,логика,электроника,маркетинг,безопасность',
    fillers:
      'для,начинающих,каждый,день,простые,примеры,работа,время,люди,вместе,свои,руки,хорошо,первый,шаг,идеи',
    syllables: 'ба,ве,го,ди,ку,ла,ми,но,ру,се,ти,фо,ха,цу,ше,яр',
    names: 'Анна,Борис,Вера,Григорий,Дарья,Елена,Иван,Ксения,Людмила,Михаил,Ольга,Пётр,Сергей,Татьяна',
    space: ' ',
  },
  arabic: {
    share: 10,
    openings: 'تعلم,مقدمة في,أساسيات,فهم,خطوات أولى في',
    subjects:
      'التصميم,الموسيقى,التصوير,الكيمياء,التاريخ,الرسم,البرمجة,الإحصاء,الطبخ,الفلك,التسويق,الكتابة,الجبر,الأحياء,الخزف,الشعر,المنطق,الإلكترونيات',
    fillers: 'مع,كل,يوم,بسيط,أمثلة,عمل,وقت,ناس,معا,أول,جيد,صغير,كبير,أفكار,أدوات',
    syllables: 'با,تو,جي,دا,رو,زي,سا,شو,في,قا,كو,لي,ما,نو,ها',
    names: 'أحمد,سارة,يوسف,مريم,خالد,ليلى,عمر,فاطمة,حسن,نور,زينب,علي',
    space: ' ',
  },
  chinese: {
    share: 10,
    openings: '学习,入门,理解,高级,实用,基础',
    subjects:
      '设计,音乐,摄影,化学,历史,绘画,编程,统计,烹饪,天文,营销,写作,代数,生物,陶艺,诗歌,逻辑,电子,安全,吉他',
    fillers: '每天,简单,例子,工作,时间,大家,一起,第一,步骤,工具,想法,自己,练习,项目',
    syllables: '云,山,水,火,风,石,林,月,星,光,海,河,金,木,土,春,夏,秋,冬,花',
    names: '王芳,李伟,张敏,刘洋,陈静,杨强,赵磊,黄丽,周杰,吴霞',
    space: '',
  },
  greek: {
    share: 8,
    openings: 'Μαθαίνω,Εισαγωγή στη,Βασικές αρχές:,Κατανοώ',
    subjects:
      'σχεδίαση,μουσική,φωτογραφία,χημεία,ιστορία,ζωγραφική,κιθάρα,στατιστική,μαγειρική,αστρονομία,άλγεβρα,βιολογία,κεραμική,ποίηση,λογική,ασφάλεια',
    fillers: 'για,αρχάριους,κάθε,μέρα,απλά,παραδείγματα,δουλειά,χρόνος,μαζί,πρώτο,καλά,ιδέες',
    syllables: 'βα,γε,δο,ζι,θυ,κα,λε,μο,νι,πυ,ρα,σε,το,φι,χυ',
    names: 'Άννα,Βασίλης,Γιώργος,Δήμητρα,Ελένη,Νίκος,Μαρία,Σοφία,Πέτρος',
    space: ' ',
  },
}

type Words = readonly [string, ...string[]]

interface Language {
  openings: Words
  subjects: Words
  fillers: Words
  syllables: Words
  names: Words
  space: string
}

function wordsOf(list: string): Words {
  const [first = '', ...others] = list.split(',')
  return [first, ...others]
}

/** One entry for each of a hundred texts. */
const LANGUAGES: Language[] = Object.values(SCRIPTS).flatMap(({ share, space, ...lists }) => {
  const { openings, subjects, fillers, syllables, names } = lists
  const language = {
    openings: wordsOf(openings),
    subjects: wordsOf(subjects),
    fillers: wordsOf(fillers),
    syllables: wordsOf(syllables),
    names: wordsOf(names),
    space,
  }
  return Array.from({ length: share }, () => language)
})

/** Texts of a site of people who write in several scripts: few words are everywhere, many are rare. */
export interface Writer {
  title: () => string
  /** Of a course, in the language of its playlist. */
  chapter: (number: number) => string
  description: () => string
  comment: () => string
  name: (number: number) => string
}

/** The next text is written in the language of the last title, so that a playlist speaks one language. */
export function createWriter(random: SeededRandom): Writer {
  let language = LANGUAGES[0]
  const speak = (): Language => {
    language ??= LANGUAGES[Math.floor(random.roll() * LANGUAGES.length)]
    if (!language) throw new Error('There is no language.')
    return language
  }
  const change = (): Language => {
    language = LANGUAGES[Math.floor(random.roll() * LANGUAGES.length)]
    return speak()
  }
  const often = (words: Words) => words[Math.floor(words.length * random.roll() ** 2)] ?? words[0]
  /** Thousands of words that stand in a handful of texts each. */
  const rare = ({ syllables }: Language) => Array.from({ length: 3 }, () => random.pick(syllables)).join('')
  const several = (from: Language, count: number) =>
    Array.from({ length: count }, () => often(random.roll() < 0.3 ? from.subjects : from.fillers))
  return {
    title() {
      const spoken = change()
      const ending = random.roll() < 0.5 ? [rare(spoken)] : []
      return [often(spoken.openings), often(spoken.subjects), often(spoken.fillers), ...ending].join(
        spoken.space,
      )
    },
    chapter(number) {
      const spoken = speak()
      return [...several(spoken, 2), `${number}`].join(spoken.space)
    },
    description() {
      const spoken = speak()
      const words = several(spoken, 12 + Math.floor(random.roll() * 20))
      return [...words, rare(spoken)].join(spoken.space)
    },
    comment() {
      const spoken = change()
      return several(spoken, 4 + Math.floor(random.roll() * 12)).join(spoken.space)
    },
    name(number) {
      const spoken = change()
      const family = rare(spoken)
      return `${random.pick(spoken.names)} ${family}${number % 3 === 0 ? ` ${number}` : ''}`
    },
  }
}
