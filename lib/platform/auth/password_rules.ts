const SHORTEST = 8;
const LONGEST = 1024;

/** Returns the problem with a new password as a sentence. Undefined if it is acceptable (safety.md, S-AUTH-7). */
export function passwordProblem(password: string, username: string): string | undefined {
  const length = [...password].length;
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters.`;
  if (password.length > LONGEST) return `Use at most ${LONGEST} characters.`;
  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain)) return "This password is too common. Choose another one.";
  if (username !== "" && plain === username.toLowerCase()) {
    return "The password is the same as the user name. Choose another one.";
  }
  if (new Set(plain).size === 1) return "The password repeats a single character. Choose another one.";
}

/**
 * The passwords that are guessed most often, with at least eight characters (shorter ones are always rejected), in
 * lower case.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
00000000 01234567 0123456789 0987654321 11111111 11223344 112233445566 123123123 123321123 12341234
12344321 12345678 123456789 1234567890 147258369 147852369 159753456 1password 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 22222222 456789123 55555555 66666666 741852963 77777777
789456123 789654123 87654321 88888888 963852741 987654321 99999999 a12345678 a1b2c3d4 a1s2d3f4
aa123456 aaaa1111 abc12345 abc123456 abcd1234 abcdefg1 abcdefgh access14 admin123 admin1234
admin12345 adminadmin administrator alexander alexander1 andrea123 angel123 arsenal1 asdf1234
asdfasdf asdfghjk asdfghjkl azertyui azertyuiop babygirl babygirl1 banana123 barcelona baseball
baseball1 basketball batman123 bayern1900 benjamin blink182 brandon1 champion changeme changeme1
changeme123 charlie1 cheese123 chelsea1 chocolate cocacola computer computer1 cookie123 corvette
cowboys1 daniel123 danielle december default1 default123 demo1234 dragon123 einstein elizabeth
ferrari1 football football1 fortnite1 freedom1 garfield gateway1 geheim123 guest123 hallo123
hallo1234 hello123 hello1234 helloworld homeserver hunter123 iloveyou iloveyou1 iloveyou2 internet
internet1 january1 jasmine1 jellyfin jellyfin1 jennifer jessica1 jonathan jonathan1 jordan23
juventus kennwort killer123 lathe123 lathelathe letmein1 letmein123 lidarr123 liverpool liverpool1
lovelove loveyou1 madison1 margaret master123 matthew1 maverick mediaserver mercedes metallica
michael1 michelle michelle1 midnight minecraft minecraft1 monday12 monkey123 mustang1 mypassword
nas12345 newpassword nicholas nintendo nirvana1 november p@ssw0rd p@ssword pa$$word pass1234
pass12345 passpass passpass1 passw0rd password password! password1 password12 password123
password1234 passwort passwort1 patricia phoenix1 pineapple platinum playstation plex1234 plexplex
pokemon1 pokemon123 princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qwerty12 qwerty123
qwerty1234 qwertyui qwertyuiop qwertz123 qwertzui qwertzuiop radarr123 raspberry raspberrypi
richard1 robert123 root1234 rootroot samsung1 samsung123 sandra123 schalke04 scooter1 secret12
secret123 security shadow123 slipknot snoopy123 sommer2024 sonarr123 starwars starwars1 stephanie
strawberry summer2024 summer2025 sunshine sunshine1 superman superman1 synology synology1 test1234
test12345 testing1 testing123 testtest thisisapassword thomas123 toor1234 trustno1 unraid123
user1234 victoria welcome1 welcome123 whatever whatever1 william1 winter2024 winter2025 zaq12wsx
zaq1zaq1 zxcvbnm1 zxcvbnm123
`.trim().split(/\s+/),
);
