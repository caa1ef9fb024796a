/**
 * In which clocks the first digits of a number live, for countries with several. Written from the numbering plans (NANPA and CNA area
 * codes with their NPA map, Anatel's DDDs, the plans of IFT, ACMA and the Russian and Indonesian ministries), November 2026. Only some of the
 * codes of the United States and Canada were compared with the zones Google's libphonenumber gives for the same digits; the others were compared
 * with nothing. An area on both sides of a border of zones has both. Mobile numbers that belong to no area, and areas younger than this table,
 * have all zones of their country (`rest`), so that nobody is called too early or too late.
 */
interface ZonePlan {
  /** Zones of numbers whose digits say nothing. */
  rest: string;
  /** Zones, and the digits behind the country's code that have them. The longest digits decide. */
  areas: readonly (readonly [zones: string, digits: string])[];
}

const [EAST, MIDDLE, MOUNTAIN, WEST] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

const unitedStates: ZonePlan = {
  rest: `${EAST} ${MIDDLE} ${MOUNTAIN} America/Phoenix ${WEST} America/Anchorage America/Adak Pacific/Honolulu`,
  areas: [
    [
      EAST,
      '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 436 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616 617 624 631 640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984 989',
    ],
    // West Florida, the corners of Indiana, Kentucky and Tennessee, the Upper Peninsula.
    [`${EAST} ${MIDDLE}`, '219 270 364 423 448 574 606 812 850 906 930'],
    [
      MIDDLE,
      '205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346 353 361 402 405 409 414 417 430 432 447 457 464 469 479 501 504 507 512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 621 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817 830 832 847 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956 972 975 979 985',
    ],
    // The west of Kansas, Nebraska and the Dakotas.
    [`${MIDDLE} ${MOUNTAIN}`, '308 605 620 701 785'],
    [MOUNTAIN, '303 307 385 406 435 505 575 719 720 748 801 915 970 983'],
    ['America/Phoenix', '480 520 602 623'],
    // The Navajo Nation sets its clocks, the rest of Arizona does not.
    [`America/Phoenix ${MOUNTAIN}`, '928'],
    [`${MOUNTAIN} ${WEST}`, '208 458 541 775 986'],
    [
      WEST,
      '206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951 971',
    ],
    ['America/Anchorage America/Adak', '907'],
    ['Pacific/Honolulu', '808'],
  ],
};

const canada: ZonePlan = {
  rest: 'America/St_Johns America/Halifax America/Toronto America/Winnipeg America/Regina America/Edmonton America/Vancouver',
  areas: [
    ['America/St_Johns America/Goose_Bay', '709 879'],
    ['America/Halifax', '428 506 782 902'],
    // The Magdalen Islands and the far east of the North Shore keep Atlantic time.
    ['America/Toronto America/Halifax America/Blanc-Sablon', '367 418 581'],
    [
      'America/Toronto',
      '226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873 905 942',
    ],
    ['America/Toronto America/Winnipeg America/Atikokan', '807'],
    ['America/Winnipeg', '204 431 584'],
    ['America/Regina America/Edmonton', '306 474 639'],
    ['America/Edmonton', '368 403 587 780 825'],
    ['America/Vancouver', '604'],
    ['America/Vancouver America/Edmonton America/Dawson_Creek', '236 250 257 672 778'],
    ['America/Whitehorse America/Edmonton America/Winnipeg America/Toronto America/Inuvik', '867'],
  ],
};

const mexico: ZonePlan = {
  rest: 'America/Mexico_City America/Chihuahua America/Ciudad_Juarez America/Hermosillo America/Mazatlan America/Tijuana America/Cancun',
  areas: [
    ['America/Mexico_City', '2 3 4 5 7 8 9'],
    ['America/Tijuana', '616 646 658 661 663 664 665 686'],
    ['America/Hermosillo America/Tijuana', '653'],
    ['America/Hermosillo', '622 623 631 632 633 634 637 638 641 642 643 644 645 647 651 662'],
    ['America/Mazatlan', '311 319 323 324 325 327 389 612 613 615 624 667 668 669 672 673 687 694 695 696 697 698'],
    ['America/Mazatlan America/Bahia_Banderas', '329'],
    ['America/Chihuahua', '614 621 625 627 628 629 635 639 648 649 652 659'],
    ['America/Chihuahua America/Ciudad_Juarez', '636 656 657'],
    ['America/Chihuahua America/Ojinaga', '626'],
    // Towns at the border set their clocks with their neighbours.
    ['America/Mexico_City America/Matamoros', '862 867 868 873 877 878 891 892 894 897 899'],
    ['America/Cancun', '983 984 987 998'],
  ],
};

const brazil: ZonePlan = {
  rest: 'America/Noronha America/Sao_Paulo America/Manaus America/Rio_Branco',
  areas: [
    ['America/Sao_Paulo', '1 2 3 4 5 61 62 63 64 7 8 91 93 94 96 98 99'],
    ['America/Recife America/Noronha', '81'],
    ['America/Cuiaba', '65 66'],
    ['America/Campo_Grande', '67'],
    ['America/Rio_Branco', '68'],
    ['America/Porto_Velho', '69'],
    ['America/Manaus', '92 95'],
    ['America/Manaus America/Rio_Branco', '97'],
  ],
};

const australia: ZonePlan = {
  rest: 'Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Perth',
  areas: [
    ['Australia/Sydney', '2'],
    ['Australia/Sydney Australia/Lord_Howe', '26563'],
    ['Australia/Melbourne Australia/Hobart', '3'],
    ['Australia/Brisbane', '7'],
    ['Australia/Adelaide Australia/Darwin', '8'],
    ['Australia/Adelaide Australia/Broken_Hill', '88'],
    ['Australia/Darwin', '889'],
    ['Australia/Perth', '86 89'],
  ],
};

const russia: ZonePlan = {
  rest: 'Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka',
  areas: [
    ['Europe/Moscow', '365 47 48 49 81 82 83 86 87 841 843 844 855'],
    ['Europe/Kaliningrad', '401'],
    ['Europe/Samara', '341 842 845 846 848 851'],
    ['Asia/Yekaterinburg', '342 343 345 346 347 349 351 352 353'],
    ['Asia/Omsk', '381'],
    ['Asia/Krasnoyarsk Asia/Novosibirsk', '382 383 384 385 388 390 391 394'],
    ['Asia/Irkutsk', '301 395'],
    ['Asia/Yakutsk Asia/Chita', '302 416'],
    ['Asia/Yakutsk Asia/Vladivostok Asia/Srednekolymsk', '411'],
    ['Asia/Vladivostok', '421 423 426'],
    ['Asia/Magadan Asia/Sakhalin', '413 424'],
    ['Asia/Kamchatka Asia/Anadyr', '415 427'],
  ],
};

const [WIB, WITA, WIT] = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'];
const indonesia: ZonePlan = {
  rest: `${WIB} ${WITA} ${WIT}`,
  areas: [
    [WIB, '2 31 32 33 34 35 53 56 6 7'],
    [WITA, '36 37 38 4 54 55'],
    [`${WIB} ${WITA}`, '51 52'],
    [WIT, '9'],
  ],
};

/** By ISO 3166. A country that is not here has the zones the runtime knows of it. */
export const zonePlans: Readonly<Record<string, ZonePlan>> = {
  US: unitedStates,
  CA: canada,
  MX: mexico,
  BR: brazil,
  AU: australia,
  RU: russia,
  ID: indonesia,
  // One clock for the whole country by law, whatever people of Xinjiang look at.
  CN: { rest: 'Asia/Shanghai', areas: [] },
  ES: {
    rest: 'Europe/Madrid Atlantic/Canary',
    areas: [
      ['Europe/Madrid', '8 9'],
      ['Atlantic/Canary', '822 828 922 928'],
    ],
  },
  PT: {
    rest: 'Europe/Lisbon Atlantic/Azores Atlantic/Madeira',
    areas: [
      ['Europe/Lisbon', '2'],
      ['Atlantic/Madeira', '291'],
      ['Atlantic/Azores', '292 295 296'],
    ],
  },
  CL: {
    rest: 'America/Santiago America/Punta_Arenas Pacific/Easter',
    areas: [
      ['America/Santiago Pacific/Easter', '2 3 4 5 6'],
      ['America/Punta_Arenas', '61'],
      // Aysén left the clocks of Santiago in March 2025; runtimes that are older have it there still.
      ['America/Santiago America/Punta_Arenas', '67'],
    ],
  },
  EC: {
    rest: 'America/Guayaquil Pacific/Galapagos',
    areas: [
      ['America/Guayaquil', '2 3 4 6 7'],
      ['America/Guayaquil Pacific/Galapagos', '5'],
    ],
  },
  CD: {
    rest: 'Africa/Kinshasa Africa/Lubumbashi',
    areas: [],
  },
  NZ: {
    rest: 'Pacific/Auckland',
    areas: [['Pacific/Auckland Pacific/Chatham', '3']],
  },
};
