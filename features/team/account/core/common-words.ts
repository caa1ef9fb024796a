/*
 * Words that people all over the world build passwords from, in the languages of the product. With digits, years, keys in
 * a row and repetitions around them they stand for many thousands of the passwords that are tried first
 * (`guessable.ts`); what is shorter than a password must be is left out only where another word covers it.
 */
const words = `
password passwort passwd passcode secret private access login signin logon welcome letmein openup opensesame admin
administrator root superuser manager master server system computer internet network default changeme change guest user
testing tester test temp temporary sample public office company business service support helpdesk agent callcenter
callcentre openseat contact customer sales

iloveyou iloveu loveyou lovely love lover forever friends friend family mother father mommy daddy babygirl baby babe
angel princess prince queen king sweetheart sweetie honey cutie beautiful sunshine rainbow butterfly flower heaven
jesus christ godbless blessed freedom nothing whatever hello goodbye please thankyou trustno secret

dragon monkey tiger lion eagle falcon panther wolf shadow killer hunter ranger warrior soldier ninja samurai knight
wizard batman superman spiderman ironman starwars startrek pokemon pikachu naruto minecraft fortnite matrix phoenix
mustang ferrari porsche mercedes corvette harley yamaha honda toyota diamond silver golden purple orange yellow
chocolate cookie banana pepper ginger cheese coffee pizza

football baseball basketball soccer hockey tennis golfer liverpool arsenal chelsea manchester united barcelona
realmadrid juventus cowboys lakers yankees packers steelers america canada england london newyork california texas
mexico indonesia jakarta bandung shanghai beijing china spain madrid colombia argentina brasil

michael jennifer jessica ashley daniel matthew joshua andrew robert thomas william charlie george jordan nicole
amanda michelle samantha elizabeth victoria alexander alejandro fernando roberto eduardo ricardo patricia gabriela
guadalupe valentina sebastian carlos maria

monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december spring summer autumn winter

contrasena contrasenia contraseña clave acceso bienvenido hola teamo tequiero amor amigos amigo familia estrella
princesa corazon chocolate futbol america chivas cruzazul enero febrero marzo abril mayo junio julio agosto septiembre
octubre noviembre diciembre verano invierno primavera otono lunes martes miercoles jueves viernes sabado domingo

rahasia sandi katasandi sayang cinta sayangku aku kamu bismillah alhamdulillah indonesia garuda merdeka bunda ayah
januari februari maret juni juli agustus oktober desember senin selasa rabu kamis jumat sabtu minggu

woaini woaiwojia aini mima zhongguo beijing shanghai woxihuanni laopo laogong baobei xiaoxiao zhang wang
nihao gongzuo mimashi aiqing 5201314 1314 520 521 666 888
`;

export const commonWords: readonly string[] = [...new Set(words.split(/\s+/).filter(Boolean))].sort(
  (a, b) => b.length - a.length || (a < b ? -1 : 1),
);
