// The checker of engine/workshop/theorem/Judge.v, which Coq wrote in OCaml and js_of_ocaml 4.0.0 in JavaScript.
// made by: python -m engine.workshop.theorem --page
// made from: b5f65c568a2457a46171941e3088c6ce41c37f15145614822ed01c05be561858
(function(a){typeof
globalThis!=="object"&&(this?b():(a.defineProperty(a.prototype,"_T_",{configurable:true,get:b}),_T_));function
b(){var
b=this||self;b.globalThis=b;delete
a.prototype._T_}}(Object));(function(d){"use strict";var
by=" : flags Open_text and Open_binary are not compatible",bC="Sys_error",bZ="Invalid_argument",aF="rmdir",al='"',bP=0xf0,aK=1255,bK=0x800,s=0xffff,bB="EEXIST",bt=1026,bJ="jsError",o=0x8000,bS=12520,bI=256,ak="int_of_string",bH="End_of_file",Q=1024,bs="Pervasives.do_at_exit",bx="Unix.Unix_error",l=0x80,aJ="Failure",v=0xff,br="Undefined_recursive_module",bV=" : flags Open_rdonly and Open_wronly are not compatible",aG="mkdir",am=1000,bA=512,bw="Stack_overflow",aI="ENOENT",b="",bz=0x7ff0,bR="^",ai=": No such file or directory",aN=": Not a directory",bv="/static/",bG="([^/]+)",bO=0xe0,bU=" : file already exists",D=0x3f,bu="Not_found",aH=0xf,bN=0xdfff,A=0xffffff,aE="compare: functional value",bM="Assert_failure",p="/",R=128,bF=0xdc00,bX="Sys_blocked_io",bY="fd ",bE="ENOTEMPTY",bT="Out_of_memory",aL="ENOTDIR",bQ="Match_failure",j=248,aj=254,aM="index out of bounds",bD="Division_by_zero",bL=250,an="_bigarr02",bW=1027;function
a0(d,c,a){var
e=String.fromCharCode;if(c==0&&a<=4096&&a==d.length)return e.apply(null,d);var
f=b;for(;0<a;c+=Q,a-=Q)f+=e.apply(null,d.slice(c,c+Math.min(a,Q)));return f}function
cT(b){if(d.Uint8Array)var
c=new(d.Uint8Array)(b.l);else
var
c=new
Array(b.l);var
f=b.c,e=f.length,a=0;for(;a<e;a++)c[a]=f.charCodeAt(a);for(e=b.l;a<e;a++)c[a]=0;b.c=c;b.t=4;return c}function
S(d,e,b,f,c){if(c==0)return 0;if(f==0&&(c>=b.l||b.t==2&&c>=b.c.length)){b.c=d.t==4?a0(d.c,e,c):e==0&&d.c.length==c?d.c:d.c.substr(e,c);b.t=b.c.length==b.l?0:2}else
if(b.t==2&&f==b.c.length){b.c+=d.t==4?a0(d.c,e,c):e==0&&d.c.length==c?d.c:d.c.substr(e,c);b.t=b.c.length==b.l?0:2}else{if(b.t!=4)cT(b);var
g=d.c,h=b.c;if(d.t==4)if(f<=e)for(var
a=0;a<c;a++)h[f+a]=g[e+a];else
for(var
a=c-1;a>=0;a--)h[f+a]=g[e+a];else{var
i=Math.min(c,g.length-e);for(var
a=0;a<i;a++)h[f+a]=g.charCodeAt(e+a);for(;a<c;a++)h[f+a]=0}}return 0}function
T(a){return a}function
F(c,a){if(c.fun)return F(c.fun,a);if(typeof
c!=="function")return c;var
b=c.length|0;if(b===0)return c.apply(null,a);var
e=a.length|0,d=b-e|0;if(d==0)return c.apply(null,a);else
if(d<0)return F(c.apply(null,a.slice(0,b)),a.slice(b));else
return function(){var
e=arguments.length==0?1:arguments.length,d=new
Array(a.length+e);for(var
b=0;b<a.length;b++)d[b]=a[b];for(var
b=0;b<arguments.length;b++)d[a.length+b]=arguments[b];return F(c,d)}}function
dh(c,a){if(c==0)return b;if(a.repeat)return a.repeat(c);var
e=b,d=0;for(;;){if(c&1)e+=a;c>>=1;if(c==0)return e;a+=a;d++;if(d==9)a.slice(0,1)}}function
G(a){if(a.t==2)a.c+=dh(a.l-a.c.length,"\0");else
a.c=a0(a.c,0,a.c.length);a.t=0}function
cr(a){if(a.length<24){for(var
b=0;b<a.length;b++)if(a.charCodeAt(b)>127)return false;return true}else
return!/[^\x00-\x7f]/.test(a)}function
a1(f){for(var
k=b,d=b,h,g,i,a,c=0,j=f.length;c<j;c++){g=f.charCodeAt(c);if(g<l){for(var
e=c+1;e<j&&(g=f.charCodeAt(e))<l;e++);if(e-c>bA){d.substr(0,1);k+=d;d=b;k+=f.slice(c,e)}else
d+=f.slice(c,e);if(e==j)break;c=e}a=1;if(++c<j&&((i=f.charCodeAt(c))&-64)==R){h=i+(g<<6);if(g<bO){a=h-0x3080;if(a<l)a=1}else{a=2;if(++c<j&&((i=f.charCodeAt(c))&-64)==R){h=i+(h<<6);if(g<bP){a=h-0xe2080;if(a<bK||a>=0xd7ff&&a<0xe000)a=2}else{a=3;if(++c<j&&((i=f.charCodeAt(c))&-64)==R&&g<0xf5){a=i-0x3c82080+(h<<6);if(a<0x10000||a>0x10ffff)a=3}}}}}if(a<4){c-=a;d+="\ufffd"}else
if(a>s)d+=String.fromCharCode(0xd7c0+(a>>10),bF+(a&0x3FF));else
d+=String.fromCharCode(a);if(d.length>Q){d.substr(0,1);k+=d;d=b}}return k+d}function
q(c,a,b){this.t=c;this.c=a;this.l=b}q.prototype.toString=function(){switch(this.t){case
9:return this.c;default:G(this);case
0:if(cr(this.c)){this.t=9;return this.c}this.t=8;case
8:return this.c}};q.prototype.toUtf16=function(){var
a=this.toString();if(this.t==9)return a;return a1(a)};q.prototype.slice=function(){var
a=this.t==4?this.c.slice():this.c;return new
q(this.t,a,this.l)};function
de(b,a){throw[0,b,a]}function
b8(a){return new
q(0,a,a.length)}function
c(a){return b8(a)}function
aY(b,a){de(b,c(a))}var
e=[0];function
h(a){aY(e.Invalid_argument,a)}function
B(a){if(a<0)h("Bytes.create");return new
q(a?2:9,b,a)}function
m(a){if(!e.Failure)e.Failure=[j,c(aJ),-3];aY(e.Failure,a)}function
c7(a){return a.toUtf16()}function
_(){return false}function
ds(){function
a(a){if(a.charAt(0)===p)return[b,a.substring(1)];return}function
c(d){var
h=/^([a-zA-Z]:|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)?([\\/])?([\s\S]*?)$/,a=h.exec(d),c=a[1]||b,f=Boolean(c&&c.charAt(1)!==":");if(Boolean(a[2]||f)){var
e=a[1]||b,g=a[2]||b;return[e,d.substring(e.length+g.length)]}return}return _()&&d.process&&d.process.platform?d.process.platform==="win32"?c:a:a}var
a2=ds();function
co(a){return a.slice(-1)!==p?a+p:a}if(_()&&d.process&&d.process.cwd)var
U=d.process.cwd().replace(/\\/g,p);else
var
U="/static";U=co(U);function
c8(a){a=c7(a);if(!a2(a))a=U+a;var
e=a2(a),d=e[1].split(p),b=[];for(var
c=0;c<d.length;c++)switch(d[c]){case"..":if(b.length>1)b.pop();break;case".":break;default:b.push(d[c]);break}b.unshift(e[0]);b.orig=a;return b}function
dl(f){for(var
g=b,c=g,a,i,d=0,h=f.length;d<h;d++){a=f.charCodeAt(d);if(a<l){for(var
e=d+1;e<h&&(a=f.charCodeAt(e))<l;e++);if(e-d>bA){c.substr(0,1);g+=c;c=b;g+=f.slice(d,e)}else
c+=f.slice(d,e);if(e==h)break;d=e}if(a<bK){c+=String.fromCharCode(0xc0|a>>6);c+=String.fromCharCode(l|a&D)}else
if(a<0xd800||a>=bN)c+=String.fromCharCode(bO|a>>12,l|a>>6&D,l|a&D);else
if(a>=0xdbff||d+1==h||(i=f.charCodeAt(d+1))<bF||i>bN)c+="\xef\xbf\xbd";else{d++;a=(a<<10)+i-0x35fdc00;c+=String.fromCharCode(bP|a>>18,l|a>>12&D,l|a>>6&D,l|a&D)}if(c.length>Q){c.substr(0,1);g+=c;c=b}}return g+c}function
cR(a){var
b=9;if(!cr(a))b=8,a=dl(a);return new
q(b,a,a.length)}function
Z(a){return cR(a)}var
dt=["E2BIG","EACCES","EAGAIN","EBADF","EBUSY","ECHILD","EDEADLK","EDOM",bB,"EFAULT","EFBIG","EINTR","EINVAL","EIO","EISDIR","EMFILE","EMLINK","ENAMETOOLONG","ENFILE","ENODEV",aI,"ENOEXEC","ENOLCK","ENOMEM","ENOSPC","ENOSYS",aL,bE,"ENOTTY","ENXIO","EPERM","EPIPE","ERANGE","EROFS","ESPIPE","ESRCH","EXDEV","EWOULDBLOCK","EINPROGRESS","EALREADY","ENOTSOCK","EDESTADDRREQ","EMSGSIZE","EPROTOTYPE","ENOPROTOOPT","EPROTONOSUPPORT","ESOCKTNOSUPPORT","EOPNOTSUPP","EPFNOSUPPORT","EAFNOSUPPORT","EADDRINUSE","EADDRNOTAVAIL","ENETDOWN","ENETUNREACH","ENETRESET","ECONNABORTED","ECONNRESET","ENOBUFS","EISCONN","ENOTCONN","ESHUTDOWN","ETOOMANYREFS","ETIMEDOUT","ECONNREFUSED","EHOSTDOWN","EHOSTUNREACH","ELOOP","EOVERFLOW"];function
K(e,g,f,a){var
c=dt.indexOf(e);if(c<0){if(a==null)a=-9999;c=[0,a]}var
d=[c,Z(g||b),Z(f||b)];return d}var
ci={};function
H(a){return ci[a]}function
I(b,a){throw[0,b].concat(a)}function
aW(a){return a
instanceof
q}function
cf(a){return aW(a)}function
cQ(a){return new
q(4,a,a.length)}function
f(a){aY(e.Sys_error,a)}function
dd(a){f(a+ai)}function
cN(){h(aM)}function
b9(a,b){switch(a.t&6){default:if(b>=a.c.length)return 0;case
0:return a.c.charCodeAt(b);case
4:return a.c[b]}}function
cP(b,a){if(a>>>0>=b.l)cN();return b9(b,a)}function
aX(a){return a.l}function
cM(a,b,c,d,e){S(T(a),b,c,d,e);return 0}function
cJ(){}function
g(a){this.data=a}g.prototype=new
cJ();g.prototype.truncate=function(a){var
b=this.data;this.data=B(a|0);S(b,0,this.data,0,a)};g.prototype.length=function(){return aX(this.data)};g.prototype.write=function(b,d,g,a){var
c=this.length();if(b+a>=c){var
e=B(b+a),f=this.data;this.data=e;S(f,0,this.data,0,c)}cM(d,g,this.data,b,a);return 0};g.prototype.read=function(c,a,d,b){var
e=this.length();S(this.data,c,a,d,b);return 0};g.prototype.read_one=function(a){return cP(this.data,a)};g.prototype.close=function(){};g.prototype.constructor=g;function
i(b,a){this.content={};this.root=b;this.lookupFun=a}i.prototype.nm=function(a){return this.root+a};i.prototype.create_dir_if_needed=function(e){var
d=e.split(p),c=b;for(var
a=0;a<d.length-1;a++){c+=d[a]+p;if(this.content[c])continue;this.content[c]=Symbol("directory")}};i.prototype.slash=function(a){return/\/$/.test(a)?a:a+p};i.prototype.lookup=function(a){if(!this.content[a]&&this.lookupFun){var
b=this.lookupFun(c(this.root),c(a));if(b!==0){this.create_dir_if_needed(a);this.content[a]=new
g(T(b[1]))}}};i.prototype.exists=function(a){if(a==b)return 1;var
c=this.slash(a);if(this.content[c])return 1;this.lookup(a);return this.content[a]?1:0};i.prototype.mkdir=function(d,g,e){var
c=e&&H(bx);if(this.exists(d))if(c)I(c,K(bB,aG,this.nm(d)));else
f(d+": File exists");var
a=/^(.*)\/[^/]+/.exec(d);a=a&&a[1]||b;if(!this.exists(a))if(c)I(c,K(aI,aG,this.nm(a)));else
f(a+ai);if(!this.is_dir(a))if(c)I(c,K(aL,aG,this.nm(a)));else
f(a+aN);this.create_dir_if_needed(this.slash(d))};i.prototype.rmdir=function(a,h){var
c=h&&H(bx),d=a==b?b:this.slash(a),g=new
RegExp(bR+d+bG);if(!this.exists(a))if(c)I(c,K(aI,aF,this.nm(a)));else
f(a+ai);if(!this.is_dir(a))if(c)I(c,K(aL,aF,this.nm(a)));else
f(a+aN);for(var
e
in
this.content)if(e.match(g))if(c)I(c,K(bE,aF,this.nm(a)));else
f(this.nm(a)+": Directory not empty");delete
this.content[d]};i.prototype.readdir=function(a){var
h=a==b?b:this.slash(a);if(!this.exists(a))f(a+ai);if(!this.is_dir(a))f(a+aN);var
i=new
RegExp(bR+h+bG),e={},d=[];for(var
g
in
this.content){var
c=g.match(i);if(c&&!e[c[1]]){e[c[1]]=true;d.push(c[1])}}return d};i.prototype.is_dir=function(a){if(a==b)return true;var
c=this.slash(a);return this.content[c]?1:0};i.prototype.unlink=function(a){var
b=this.content[a]?true:false;delete
this.content[a];return b};i.prototype.open=function(a,b){if(b.rdonly&&b.wronly)f(this.nm(a)+bV);if(b.text&&b.binary)f(this.nm(a)+by);this.lookup(a);if(this.content[a]){if(this.is_dir(a))f(this.nm(a)+" : is a directory");if(b.create&&b.excl)f(this.nm(a)+bU);var
c=this.content[a];if(b.truncate)c.truncate();return c}else
if(b.create){this.create_dir_if_needed(a);this.content[a]=new
g(B(0));return this.content[a]}else
dd(this.nm(a))};i.prototype.register=function(c,a){var
b;if(this.content[c])f(this.nm(c)+bU);if(aW(a))b=new
g(a);if(cf(a))b=new
g(T(a));else
if(a
instanceof
Array)b=new
g(cQ(a));else
if(typeof
a==="string")b=new
g(b8(a));else
if(a.toString){var
d=T(Z(a.toString()));b=new
g(d)}if(b){this.create_dir_if_needed(c);this.content[c]=b}else
f(this.nm(c)+" : registering file with invalid content type")};i.prototype.constructor=i;function
b0(){}function
cc(b){var
a=a2(b);if(!a)return;return a[0]+p}var
aq=cc(U)||m("unable to compute caml_root"),J=[];if(_())J.push({path:aq,device:new
b0(aq)});else
J.push({path:aq,device:new
i(aq)});J.push({path:bv,device:new
i(bv)});function
cs(b){var
h=c8(b),b=h.join(p),g=co(b),c;for(var
e=0;e<J.length;e++){var
a=J[e];if(g.search(a.path)==0&&(!c||c.path.length<a.path.length))c={path:a.path,device:a.device,rest:b.substring(a.path.length,b.length)}}if(!c&&_()){var
d=cc(b);if(d&&d.match(/^[a-zA-Z]:\/$/)){var
a={path:d,device:new
b0(d)};J.push(a);c={path:a.path,device:a.device,rest:b.substring(a.path.length,b.length)}}}if(c)return c;f("no device found for "+g)}function
cU(c,b){var
a=cs(c);if(!a.device.register)m("cannot register file");a.device.register(a.rest,b);return 0}function
cq(b,a){var
b=c(b),a=c(a);return cU(b,a)}function
cW(){var
b=d.caml_fs_tmp;if(b)for(var
a=0;a<b.length;a++)cq(b[a].name,b[a].content);d.jsoo_create_file=cq;d.caml_fs_tmp=[];return 0}function
Y(a){a.t&6&&G(a);return a.c}var
dr=Math.log2&&Math.log2(1.1235582092889474E+307)==1020;function
dp(a){if(dr)return Math.floor(Math.log2(a));var
b=0;if(a==0)return-Infinity;if(a>=1)while(a>=2){a/=2;b++}else
while(a<1){a*=2;b--}return b}function
aR(c){var
a=new(d.Float32Array)(1);a[0]=c;var
b=new(d.Int32Array)(a.buffer);return b[0]|0}var
ce=Math.pow(2,-24);function
dc(a){throw a}function
ck(){dc(e.Division_by_zero)}function
a(b,c,a){this.lo=b&A;this.mi=c&A;this.hi=a&s}a.prototype.caml_custom="_j";a.prototype.copy=function(){return new
a(this.lo,this.mi,this.hi)};a.prototype.ucompare=function(a){if(this.hi>a.hi)return 1;if(this.hi<a.hi)return-1;if(this.mi>a.mi)return 1;if(this.mi<a.mi)return-1;if(this.lo>a.lo)return 1;if(this.lo<a.lo)return-1;return 0};a.prototype.compare=function(a){var
b=this.hi<<16,c=a.hi<<16;if(b>c)return 1;if(b<c)return-1;if(this.mi>a.mi)return 1;if(this.mi<a.mi)return-1;if(this.lo>a.lo)return 1;if(this.lo<a.lo)return-1;return 0};a.prototype.neg=function(){var
b=-this.lo,c=-this.mi+(b>>24),d=-this.hi+(c>>24);return new
a(b,c,d)};a.prototype.add=function(b){var
c=this.lo+b.lo,d=this.mi+b.mi+(c>>24),e=this.hi+b.hi+(d>>24);return new
a(c,d,e)};a.prototype.sub=function(b){var
c=this.lo-b.lo,d=this.mi-b.mi+(c>>24),e=this.hi-b.hi+(d>>24);return new
a(c,d,e)};a.prototype.mul=function(b){var
c=this.lo*b.lo,d=(c*ce|0)+this.mi*b.lo+this.lo*b.mi,e=(d*ce|0)+this.hi*b.lo+this.mi*b.mi+this.lo*b.hi;return new
a(c,d,e)};a.prototype.isZero=function(){return(this.lo|this.mi|this.hi)==0};a.prototype.isNeg=function(){return this.hi<<16<0};a.prototype.and=function(b){return new
a(this.lo&b.lo,this.mi&b.mi,this.hi&b.hi)};a.prototype.or=function(b){return new
a(this.lo|b.lo,this.mi|b.mi,this.hi|b.hi)};a.prototype.xor=function(b){return new
a(this.lo^b.lo,this.mi^b.mi,this.hi^b.hi)};a.prototype.shift_left=function(b){b=b&63;if(b==0)return this;if(b<24)return new
a(this.lo<<b,this.mi<<b|this.lo>>24-b,this.hi<<b|this.mi>>24-b);if(b<48)return new
a(0,this.lo<<b-24,this.mi<<b-24|this.lo>>48-b);return new
a(0,0,this.lo<<b-48)};a.prototype.shift_right_unsigned=function(b){b=b&63;if(b==0)return this;if(b<24)return new
a(this.lo>>b|this.mi<<24-b,this.mi>>b|this.hi<<24-b,this.hi>>b);if(b<48)return new
a(this.mi>>b-24|this.hi<<48-b,this.hi>>b-24,0);return new
a(this.hi>>b-48,0,0)};a.prototype.shift_right=function(b){b=b&63;if(b==0)return this;var
d=this.hi<<16>>16;if(b<24)return new
a(this.lo>>b|this.mi<<24-b,this.mi>>b|d<<24-b,this.hi<<16>>b>>>16);var
c=this.hi<<16>>31;if(b<48)return new
a(this.mi>>b-24|this.hi<<48-b,this.hi<<16>>b-24>>16,c&s);return new
a(this.hi<<16>>b-32,c,c)};a.prototype.lsl1=function(){this.hi=this.hi<<1|this.mi>>23;this.mi=(this.mi<<1|this.lo>>23)&A;this.lo=this.lo<<1&A};a.prototype.lsr1=function(){this.lo=(this.lo>>>1|this.mi<<23)&A;this.mi=(this.mi>>>1|this.hi<<23)&A;this.hi=this.hi>>>1};a.prototype.udivmod=function(f){var
d=0,c=this.copy(),b=f.copy(),e=new
a(0,0,0);while(c.ucompare(b)>0){d++;b.lsl1()}while(d>=0){d--;e.lsl1();if(c.ucompare(b)>=0){e.lo++;c=c.sub(b)}b.lsr1()}return{quotient:e,modulus:c}};a.prototype.div=function(a){var
b=this;if(a.isZero())ck();var
d=b.hi^a.hi;if(b.hi&o)b=b.neg();if(a.hi&o)a=a.neg();var
c=b.udivmod(a).quotient;if(d&o)c=c.neg();return c};a.prototype.mod=function(b){var
a=this;if(b.isZero())ck();var
d=a.hi;if(a.hi&o)a=a.neg();if(b.hi&o)b=b.neg();var
c=a.udivmod(b).modulus;if(d&o)c=c.neg();return c};a.prototype.toInt=function(){return this.lo|this.mi<<24};a.prototype.toFloat=function(){return(this.hi<<16)*Math.pow(2,32)+this.mi*Math.pow(2,24)+this.lo};a.prototype.toArray=function(){return[this.hi>>8,this.hi&v,this.mi>>16,this.mi>>8&v,this.mi&v,this.lo>>16,this.lo>>8&v,this.lo&v]};a.prototype.lo32=function(){return this.lo|(this.mi&v)<<24};a.prototype.hi32=function(){return this.mi>>>8&s|this.hi<<16};function
ap(c,d,b){return new
a(c,d,b)}function
ao(a){if(!isFinite(a)){if(isNaN(a))return ap(1,0,bz);return a>0?ap(0,0,bz):ap(0,0,0xfff0)}var
f=a==0&&1/a==-Infinity?o:a>=0?0:o;if(f)a=-a;var
b=dp(a)+1023;if(b<=0){b=0;a/=Math.pow(2,-bt)}else{a/=Math.pow(2,b-bW);if(a<16){a*=2;b-=1}if(b==0)a/=2}var
d=Math.pow(2,24),c=a|0;a=(a-c)*d;var
e=a|0;a=(a-e)*d;var
g=a|0;c=c&aH|f|b<<4;return ap(g,e,c)}function
W(a){return a.toArray()}function
b6(c,b,g){c.write(32,b.dims.length);c.write(32,b.kind|b.layout<<8);if(b.caml_custom==an)for(var
a=0;a<b.dims.length;a++)if(b.dims[a]<s)c.write(16,b.dims[a]);else{c.write(16,s);c.write(32,0);c.write(32,b.dims[a])}else
for(var
a=0;a<b.dims.length;a++)c.write(32,b.dims[a]);switch(b.kind){case
2:case
3:case
12:for(var
a=0;a<b.data.length;a++)c.write(8,b.data[a]);break;case
4:case
5:for(var
a=0;a<b.data.length;a++)c.write(16,b.data[a]);break;case
6:for(var
a=0;a<b.data.length;a++)c.write(32,b.data[a]);break;case
8:case
9:c.write(8,0);for(var
a=0;a<b.data.length;a++)c.write(32,b.data[a]);break;case
7:for(var
a=0;a<b.data.length/2;a++){var
e=W(b.get(a));for(var
d=0;d<8;d++)c.write(8,e[d])}break;case
1:for(var
a=0;a<b.data.length;a++){var
e=W(ao(b.get(a)));for(var
d=0;d<8;d++)c.write(8,e[d])}break;case
0:for(var
a=0;a<b.data.length;a++){var
e=aR(b.get(a));c.write(32,e)}break;case
10:for(var
a=0;a<b.data.length/2;a++){var
d=b.get(a);c.write(32,aR(d[1]));c.write(32,aR(d[2]))}break;case
11:for(var
a=0;a<b.data.length/2;a++){var
f=b.get(a),e=W(ao(f[1]));for(var
d=0;d<8;d++)c.write(8,e[d]);var
e=W(ao(f[2]));for(var
d=0;d<8;d++)c.write(8,e[d])}break}g[0]=(4+b.dims.length)*4;g[1]=(4+b.dims.length)*8}function
b4(a){switch(a){case
7:case
10:case
11:return 2;default:return 1}}function
cK(c,f){var
b=d,a;switch(c){case
0:a=b.Float32Array;break;case
1:a=b.Float64Array;break;case
2:a=b.Int8Array;break;case
3:a=b.Uint8Array;break;case
4:a=b.Int16Array;break;case
5:a=b.Uint16Array;break;case
6:a=b.Int32Array;break;case
7:a=b.Int32Array;break;case
8:a=b.Int32Array;break;case
9:a=b.Int32Array;break;case
10:a=b.Float32Array;break;case
11:a=b.Float64Array;break;case
12:a=b.Uint8Array;break}if(!a)h("Bigarray.create: unsupported kind");var
e=new
a(f*b4(c));return e}function
aS(c){var
a=new(d.Int32Array)(1);a[0]=c;var
b=new(d.Float32Array)(a.buffer);return b[0]}function
V(b){return new
a(b[7]<<0|b[6]<<8|b[5]<<16,b[4]<<0|b[3]<<8|b[2]<<16,b[1]<<0|b[0]<<8)}function
aT(d){var
f=d.lo,g=d.mi,b=d.hi,c=(b&0x7fff)>>4;if(c==2047)return(f|g|b&aH)==0?b&o?-Infinity:Infinity:NaN;var
e=Math.pow(2,-24),a=(f*e+g)*e+(b&aH);if(c>0){a+=16;a*=Math.pow(2,c-bW)}else
a*=Math.pow(2,-bt);if(b&o)a=-a;return a}function
aP(b){var
d=b.length,c=1;for(var
a=0;a<d;a++){if(b[a]<0)h("Bigarray.create: negative dimension");c=c*b[a]}return c}function
c1(c,b){return new
a(c&A,c>>>24&v|(b&s)<<8,b>>>16&s)}function
aU(a){return a.hi32()}function
aV(a){return a.lo32()}function
aO(){h(aM)}var
cL=an;function
w(c,d,b,a){this.kind=c;this.layout=d;this.dims=b;this.data=a}w.prototype.caml_custom=cL;w.prototype.offset=function(b){var
c=0;if(typeof
b==="number")b=[b];if(!(b
instanceof
Array))h("bigarray.js: invalid offset");if(this.dims.length!=b.length)h("Bigarray.get/set: bad number of dimensions");if(this.layout==0)for(var
a=0;a<this.dims.length;a++){if(b[a]<0||b[a]>=this.dims[a])aO();c=c*this.dims[a]+b[a]}else
for(var
a=this.dims.length-1;a>=0;a--){if(b[a]<1||b[a]>this.dims[a])aO();c=c*this.dims[a]+(b[a]-1)}return c};w.prototype.get=function(a){switch(this.kind){case
7:var
d=this.data[a*2+0],b=this.data[a*2+1];return c1(d,b);case
10:case
11:var
e=this.data[a*2+0],c=this.data[a*2+1];return[aj,e,c];default:return this.data[a]}};w.prototype.set=function(a,b){switch(this.kind){case
7:this.data[a*2+0]=aV(b);this.data[a*2+1]=aU(b);break;case
10:case
11:this.data[a*2+0]=b[1];this.data[a*2+1]=b[2];break;default:this.data[a]=b;break}return 0};w.prototype.fill=function(b){switch(this.kind){case
7:var
c=aV(b),e=aU(b);if(c==e)this.data.fill(c);else
for(var
a=0;a<this.data.length;a++)this.data[a]=a%2==0?c:e;break;case
10:case
11:var
d=b[1],f=b[2];if(d==f)this.data.fill(d);else
for(var
a=0;a<this.data.length;a++)this.data[a]=a%2==0?d:f;break;default:this.data.fill(b);break}};w.prototype.compare=function(b,g){if(this.layout!=b.layout||this.kind!=b.kind){var
e=this.kind|this.layout<<8,f=b.kind|b.layout<<8;return f-e}if(this.dims.length!=b.dims.length)return b.dims.length-this.dims.length;for(var
a=0;a<this.dims.length;a++)if(this.dims[a]!=b.dims[a])return this.dims[a]<b.dims[a]?-1:1;switch(this.kind){case
0:case
1:case
10:case
11:var
c,d;for(var
a=0;a<this.data.length;a++){c=this.data[a];d=b.data[a];if(c<d)return-1;if(c>d)return 1;if(c!=d){if(!g)return NaN;if(c==c)return 1;if(d==d)return-1}}break;case
7:for(var
a=0;a<this.data.length;a+=2){if(this.data[a+1]<b.data[a+1])return-1;if(this.data[a+1]>b.data[a+1])return 1;if(this.data[a]>>>0<b.data[a]>>>0)return-1;if(this.data[a]>>>0>b.data[a]>>>0)return 1}break;case
2:case
3:case
4:case
5:case
6:case
8:case
9:case
12:for(var
a=0;a<this.data.length;a++){if(this.data[a]<b.data[a])return-1;if(this.data[a]>b.data[a])return 1}break}return 0};function
E(c,d,b,a){this.kind=c;this.layout=d;this.dims=b;this.data=a}E.prototype=new
w();E.prototype.offset=function(a){if(typeof
a!=="number")if(a
instanceof
Array&&a.length==1)a=a[0];else
h("Ml_Bigarray_c_1_1.offset");if(a<0||a>=this.dims[0])aO();return a};E.prototype.get=function(a){return this.data[a]};E.prototype.set=function(a,b){this.data[a]=b;return 0};E.prototype.fill=function(a){this.data.fill(a);return 0};function
b2(c,d,a,b){var
e=b4(c);if(aP(a)*e!=b.length)h("length doesn't match dims");if(d==0&&a.length==1&&e==1)return new
E(c,d,a,b);return new
w(c,d,a,b)}function
b3(b,y,t){var
i=b.read32s();if(i<0||i>16)m("input_value: wrong number of bigarray dimensions");var
q=b.read32s(),j=q&v,p=q>>8&1,h=[];if(t==an)for(var
a=0;a<i;a++){var
o=b.read16u();if(o==s){var
w=b.read32u(),x=b.read32u();if(w!=0)m("input_value: bigarray dimension overflow in 32bit");o=x}h.push(o)}else
for(var
a=0;a<i;a++)h.push(b.read32u());var
d=aP(h),f=cK(j,d),g=b2(j,p,h,f);switch(j){case
2:for(var
a=0;a<d;a++)f[a]=b.read8s();break;case
3:case
12:for(var
a=0;a<d;a++)f[a]=b.read8u();break;case
4:for(var
a=0;a<d;a++)f[a]=b.read16s();break;case
5:for(var
a=0;a<d;a++)f[a]=b.read16u();break;case
6:for(var
a=0;a<d;a++)f[a]=b.read32s();break;case
8:case
9:var
u=b.read8u();if(u)m("input_value: cannot read bigarray with 64-bit OCaml ints");for(var
a=0;a<d;a++)f[a]=b.read32s();break;case
7:var
e=new
Array(8);for(var
a=0;a<d;a++){for(var
c=0;c<8;c++)e[c]=b.read8u();var
r=V(e);g.set(a,r)}break;case
1:var
e=new
Array(8);for(var
a=0;a<d;a++){for(var
c=0;c<8;c++)e[c]=b.read8u();var
k=aT(V(e));g.set(a,k)}break;case
0:for(var
a=0;a<d;a++){var
k=aS(b.read32s());g.set(a,k)}break;case
10:for(var
a=0;a<d;a++){var
n=aS(b.read32s()),l=aS(b.read32s());g.set(a,[aj,n,l])}break;case
11:var
e=new
Array(8);for(var
a=0;a<d;a++){for(var
c=0;c<8;c++)e[c]=b.read8u();var
n=aT(V(e));for(var
c=0;c<8;c++)e[c]=b.read8u();var
l=aT(V(e));g.set(a,[aj,n,l])}break}y[0]=(4+i)*4;return b2(j,p,h,f)}function
b1(a,b,c){return a.compare(b,c)}function
ch(a,b){return Math.imul(a,b)}function
t(b,a){a=ch(a,0xcc9e2d51|0);a=a<<15|a>>>32-15;a=ch(a,0x1b873593);b^=a;b=b<<13|b>>>32-13;return(b+(b<<2)|0)+(0xe6546b64|0)|0}function
cY(a,b){a=t(a,aV(b));a=t(a,aU(b));return a}function
cd(a,b){return cY(a,ao(b))}function
b5(c){var
b=aP(c.dims),d=0;switch(c.kind){case
2:case
3:case
12:if(b>bI)b=bI;var
e=0,a=0;for(a=0;a+4<=c.data.length;a+=4){e=c.data[a+0]|c.data[a+1]<<8|c.data[a+2]<<16|c.data[a+3]<<24;d=t(d,e)}e=0;switch(b&3){case
3:e=c.data[a+2]<<16;case
2:e|=c.data[a+1]<<8;case
1:e|=c.data[a+0];d=t(d,e)}break;case
4:case
5:if(b>R)b=R;var
e=0,a=0;for(a=0;a+2<=c.data.length;a+=2){e=c.data[a+0]|c.data[a+1]<<16;d=t(d,e)}if((b&1)!=0)d=t(d,c.data[a]);break;case
6:if(b>64)b=64;for(var
a=0;a<b;a++)d=t(d,c.data[a]);break;case
8:case
9:if(b>64)b=64;for(var
a=0;a<b;a++)d=t(d,c.data[a]);break;case
7:if(b>32)b=32;b*=2;for(var
a=0;a<b;a++)d=t(d,c.data[a]);break;case
10:b*=2;case
0:if(b>64)b=64;for(var
a=0;a<b;a++)d=cd(d,c.data[a]);break;case
11:b*=2;case
1:if(b>32)b=32;for(var
a=0;a<b;a++)d=cd(d,c.data[a]);break}return d}function
cZ(a,b){b[0]=4;return a.read32s()}function
da(a,b){switch(a.read8u()){case
1:b[0]=4;return a.read32s();case
2:m("input_value: native integer value too large");default:m("input_value: ill-formed native integer")}}function
c4(c,d){var
b=new
Array(8);for(var
a=0;a<8;a++)b[a]=c.read8u();d[0]=8;return V(b)}function
c3(e,d,b){var
c=W(d);for(var
a=0;a<8;a++)e.write(8,c[a]);b[0]=8;b[1]=8}function
c0(a,b,c){return a.compare(b)}function
c2(a){return a.lo32()^a.hi32()}var
ca={"_j":{deserialize:c4,serialize:c3,fixed_length:8,compare:c0,hash:c2},"_i":{deserialize:cZ,fixed_length:4},"_n":{deserialize:da,fixed_length:4},"_bigarray":{deserialize:function(a,b){return b3(a,b,"_bigarray")},serialize:b6,compare:b1,hash:b5},"_bigarr02":{deserialize:function(a,b){return b3(a,b,an)},serialize:b6,compare:b1,hash:b5}};function
aQ(a){return ca[a.caml_custom]&&ca[a.caml_custom].compare}function
b_(f,c,d,e){var
b=aQ(c);if(b){var
a=d>0?b(c,f,e):b(f,c,e);if(e&&a!=a)return d;if(+a!=+a)return+a;if((a|0)!=0)return a|0}return d}function
b$(a){if(typeof
a==="number")return am;else
if(aW(a))return 252;else
if(cf(a))return 1252;else
if(a
instanceof
Array&&a[0]===a[0]>>>0&&a[0]<=255){var
b=a[0]|0;return b==aj?0:b}else
if(a
instanceof
String)return bS;else
if(typeof
a=="string")return bS;else
if(a
instanceof
Number)return am;else
if(a&&a.caml_custom)return aK;else
if(a&&a.compare)return 1256;else
if(typeof
a=="function")return 1247;else
if(typeof
a=="symbol")return 1251;return 1001}function
c5(a,b){if(a<b)return-1;if(a==b)return 0;return 1}function
b7(a,b){a.t&6&&G(a);b.t&6&&G(b);return a.c<b.c?-1:a.c>b.c?1:0}function
du(a,b){return b7(a,b)}function
cS(a,b,d){var
e=[];for(;;){if(!(d&&a===b)){var
f=b$(a);if(f==bL){a=a[1];continue}var
g=b$(b);if(g==bL){b=b[1];continue}if(f!==g){if(f==am){if(g==aK)return b_(a,b,-1,d);return-1}if(g==am){if(f==aK)return b_(b,a,1,d);return 1}return f<g?-1:1}switch(f){case
247:h(aE);break;case
248:var
c=c5(a[2],b[2]);if(c!=0)return c|0;break;case
249:h(aE);break;case
250:h("equal: got Forward_tag, should not happen");break;case
251:h("equal: abstract value");break;case
252:if(a!==b){var
c=b7(a,b);if(c!=0)return c|0}break;case
253:h("equal: got Double_tag, should not happen");break;case
254:h("equal: got Double_array_tag, should not happen");break;case
255:h("equal: got Custom_tag, should not happen");break;case
1247:h(aE);break;case
1255:var
j=aQ(a);if(j!=aQ(b))return a.caml_custom<b.caml_custom?-1:1;if(!j)h("compare: abstract value");var
c=j(a,b,d);if(c!=c)return d?-1:c;if(c!==(c|0))return-1;if(c!=0)return c|0;break;case
1256:var
c=a.compare(b,d);if(c!=c)return d?-1:c;if(c!==(c|0))return-1;if(c!=0)return c|0;break;case
1000:a=+a;b=+b;if(a<b)return-1;if(a>b)return 1;if(a!=b){if(!d)return NaN;if(a==a)return 1;if(b==b)return-1}break;case
1001:if(a<b)return-1;if(a>b)return 1;if(a!=b){if(!d)return NaN;if(a==a)return 1;if(b==b)return-1}break;case
1251:if(a!==b){if(!d)return NaN;return 1}break;case
1252:var
a=Y(a),b=Y(b);if(a!==b){if(a<b)return-1;if(a>b)return 1}break;case
12520:var
a=a.toString(),b=b.toString();if(a!==b){if(a<b)return-1;if(a>b)return 1}break;case
246:case
254:default:if(a.length!=b.length)return a.length<b.length?-1:1;if(a.length>1)e.push(a,b,1);break}}if(e.length==0)return 0;var
i=e.pop();b=e.pop();a=e.pop();if(i+1<a.length)e.push(a,b,i+1);a=a[i];b=b[i]}}function
cX(a,b){return+(cS(a,b,false)>=0)}function
y(b,a){return b9(b,a)}function
x(a){return aX(a)}function
db(c){var
a=0,e=x(c),b=10,d=1;if(e>0)switch(y(c,a)){case
45:a++;d=-1;break;case
43:a++;d=1;break}if(a+1<e&&y(c,a)==48)switch(y(c,a+1)){case
120:case
88:b=16;a+=2;break;case
111:case
79:b=8;a+=2;break;case
98:case
66:b=2;a+=2;break;case
117:case
85:a+=2;break}return[a,d,b]}function
cj(a){if(a>=48&&a<=57)return a-48;if(a>=65&&a<=90)return a-55;if(a>=97&&a<=122)return a-87;return-1}function
X(f){var
h=db(f),c=h[0],i=h[1],d=h[2],g=x(f),j=-1>>>0,e=c<g?y(f,c):0,b=cj(e);if(b<0||b>=d)m(ak);var
a=b;for(c++;c<g;c++){e=y(f,c);if(e==95)continue;b=cj(e);if(b<0||b>=d)break;a=d*a+b;if(a>j)m(ak)}if(c!=g)m(ak);a=i*a;if(d==10&&(a|0)!=a)m(ak);return a|0}var
u=new
Array();function
c9(d){var
a=u[d];if(!a.opened)f("Cannot flush a closed channel");if(!a.buffer||a.buffer==b)return 0;if(a.fd&&e.fds[a.fd]&&e.fds[a.fd].output){var
c=e.fds[a.fd].output;switch(c.length){case
2:c(d,a.buffer);break;default:c(a.buffer)}}a.buffer=b;return 0}function
cm(e,f){var
a=u[e],d=c(f),b=x(d);a.file.write(a.offset,d,0,b);a.offset+=b;return 0}function
dm(a){var
a=a1(a),b=d;if(b.process&&b.process.stdout&&b.process.stdout.write)b.process.stderr.write(a);else{if(a.charCodeAt(a.length-1)==10)a=a.substr(0,a.length-1);var
c=b.console;c&&c.error&&c.error(a)}}function
dn(a){var
a=a1(a),b=d;if(b.process&&b.process.stdout&&b.process.stdout.write)b.process.stdout.write(a);else{if(a.charCodeAt(a.length-1)==10)a=a.substr(0,a.length-1);var
c=b.console;c&&c.log&&c.log(a)}}function
ar(c,f,d,a){if(e.fds===undefined)e.fds=new
Array();a=a?a:{};var
b={};b.file=d;b.offset=a.append?d.length():0;b.flags=a;b.output=f;e.fds[c]=b;if(!e.fd_last_idx||c>e.fd_last_idx)e.fd_last_idx=c;return c}function
dv(c,b,i){var
a={};while(b){switch(b[1]){case
0:a.rdonly=1;break;case
1:a.wronly=1;break;case
2:a.append=1;break;case
3:a.create=1;break;case
4:a.truncate=1;break;case
5:a.excl=1;break;case
6:a.binary=1;break;case
7:a.text=1;break;case
8:a.nonblock=1;break}b=b[2]}if(a.rdonly&&a.wronly)f(Y(c)+bV);if(a.text&&a.binary)f(Y(c)+by);var
d=cs(c),g=d.device.open(d.rest,a),h=e.fd_last_idx?e.fd_last_idx:0;return ar(h+1,cm,g,a)}ar(0,cm,new
g(B(0)));ar(1,dn,new
g(B(0)));ar(2,dm,new
g(B(0)));function
c_(a){var
c=e.fds[a];if(c.flags.wronly)f(bY+a+" is writeonly");var
d=null;if(a==0&&_()){var
g=require("fs");d=function(){return Z(g.readFileSync(0,"utf8"))}}var
b={file:c.file,offset:c.offset,fd:a,opened:true,out:false,refill:d};u[b.fd]=b;return b.fd}function
cg(d){var
c=e.fds[d];if(c.flags.rdonly)f(bY+d+" is readonly");var
a={file:c.file,offset:c.offset,fd:d,opened:true,out:true,buffer:b};u[a.fd]=a;return a.fd}function
c$(){var
b=0;for(var
a=0;a<u.length;a++)if(u[a]&&u[a].opened&&u[a].out)b=[0,u[a].fd,b];return b}function
k(b,c,a){if(a&&d.toplevelReloc)b=d.toplevelReloc(a);e[b+1]=c;if(a)e[a]=c}function
df(a,b){ci[Y(a)]=b;return 0}function
cO(a,b){if(a===b)return 1;a.t&6&&G(a);b.t&6&&G(b);return a.c==b.c?1:0}function
aZ(a,b){return cO(a,b)}function
di(){h(aM)}function
dj(b,a){if(a>>>0>=x(b))di();return y(b,a)}function
cn(a,b){return 1-aZ(a,b)}function
dk(a){return a}function
cl(a){return a}function
cp(a){if(a
instanceof
Array)return a;if(d.RangeError&&a
instanceof
d.RangeError&&a.message&&a.message.match(/maximum call stack/i))return cl(e.Stack_overflow);if(d.InternalError&&a
instanceof
d.InternalError&&a.message&&a.message.match(/too much recursion/i))return cl(e.Stack_overflow);if(a
instanceof
d.Error&&H(bJ))return[0,H(bJ),a];return[0,e.Failure,Z(String(a))]}function
dq(b){d.judged=function(a){return!!b(c(a))}}function
c6(a){switch(a[2]){case-8:case-11:case-12:return 1;default:return 0}}function
cV(c){var
a=b;if(c[0]==0){a+=c[1][1];if(c.length==3&&c[2][0]==0&&c6(c[1]))var
f=c[2],g=1;else
var
g=2,f=c;a+="(";for(var
e=g;e<f.length;e++){if(e>g)a+=", ";var
d=f[e];if(typeof
d=="number")a+=d.toString();else
if(d
instanceof
q)a+=al+d.toString()+al;else
if(typeof
d=="string")a+=al+d.toString()+al;else
a+="_"}a+=")"}else
if(c[0]==j)a+=c[1];return a}function
cb(a){if(a
instanceof
Array&&(a[0]==0||a[0]==j)){var
c=H("Printexc.handle_uncaught_exception");if(c)c(a,false);else{var
e=cV(a),b=H(bs);if(b)b(0);d.console.error("Fatal error: exception "+e+"\n")}}else
throw a}function
dg(){var
a=d;if(a.process&&a.process.on)a.process.on("uncaughtException",function(b,c){cb(b);a.process.exit(2)});else
if(a.addEventListener)a.addEventListener("error",function(a){if(a.error)cb(a.error)})}dg();function
r(a,b){return a.length==1?a(b):F(a,[b])}function
bp(a,b,c){return a.length==2?a(b,c):F(a,[b,c])}function
bq(a,b,c,d){return a.length==3?a(b,c,d):F(a,[b,c,d])}cW();var
a6=[j,c(bC),-2],a4=[j,c(aJ),-3],a3=[j,c(bZ),-4],at=[j,c(bu),-7];k(11,[j,c(br),-12],br);k(10,[j,c(bM),-11],bM);k(9,[j,c(bX),-10],bX);k(8,[j,c(bw),-9],bw);k(7,[j,c(bQ),-8],bQ);k(6,at,bu);k(5,[j,c(bD),-6],bD);k(4,[j,c(bH),-5],bH);k(3,a3,bZ);k(2,a4,aJ);k(1,a6,bC);k(0,[j,c(bT),-1],bT);var
ct=c("String.sub / Bytes.sub"),cw=c("String.contains_from / Bytes.contains_from"),cC=[0,0],cz=[0,0],cA=[0,0],cB=[0,0],cF=c(b),cG=c("first"),cH=c("wins"),cI=c("nothing to read"),cD=c(b);function
as(a){throw[0,a4,a]}function
a5(a){throw[0,a3,a]}function
a7(b,a){return cX(b,a)?b:a}c_(0);cg(1);cg(2);function
a8(b){function
a(b){var
a=b;for(;;){if(a){var
c=a[2],d=a[1];try{c9(d)}catch(a){a=cp(a);if(a[1]!==a6)throw a;var
e=a}var
a=c;continue}return 0}}return a(c$(0))}df(c(bs),a8);function
$(d){var
a=d,b=0;for(;;){if(a){var
c=[0,a[1],b],a=a[2],b=c;continue}return b}}function
au(b,a){if(a){var
c=a[2],d=r(b,a[1]);return[0,d,au(b,c)]}return 0}function
a9(e){var
f=0;return function(g){var
b=f,a=g;for(;;){if(a){var
c=a[2],d=a[1];if(r(e,d)){var
b=[0,d,b],a=c;continue}var
a=c;continue}return $(b)}}}function
av(g,b,a){var
d=T(g),f=0;if(0<=b&&0<=a&&!((aX(d)-a|0)<b)){var
c=B(a);S(d,b,c,0,a);var
e=c;f=1}if(!f)var
e=a5(ct);return dk(e)}function
cu(e,d,c,b){var
a=c;for(;;){if(d<=a)throw at;if(y(e,a)===b)return a;var
a=a+1|0;continue}}function
cv(b,a,d){var
c=x(b);if(0<=a&&!(c<a))try{cu(b,c,a,d);var
e=1;return e}catch(a){a=cp(a);if(a===at)return 0;throw a}return a5(cw)}function
L(f,b){var
c=[0,0],d=[0,x(b)],e=x(b)-1|0;if(!(e<0)){var
a=e;for(;;){if(y(b,a)===f){var
h=c[1];c[1]=[0,av(b,a+1|0,(d[1]-a|0)-1|0),h];d[1]=a}var
i=a-1|0;if(0!==a){var
a=i;continue}break}}var
g=c[1];return[0,av(b,0,d[1]),g]}function
n(a){var
b=a?n(a[2])+1|0:a;return b}function
aa(a,b){if(a){var
c=aa(a[2],b);return[0,a[1],c]}return b}function
a_(b,a){return a7(0,b-a|0)}function
ab(b,a){return(b+1|0)<=a?1:0}function
M(d,c){var
a=d,b=c;for(;;){if(0===b){var
e=a?[0,a[1]]:a;return e}var
f=b-1|0;if(a){var
a=a[2],b=f;continue}return a}}function
aw(a){if(a){var
b=[0,a[1],0];return aa(aw(a[2]),b)}return a}function
ax(d,c){var
a=d,b=c;for(;;){if(a){var
e=[0,a[1],b],a=a[2],b=e;continue}return b}}function
N(e,d,c){var
a=d,b=c;for(;;){if(a){var
f=bp(e,b,a[1]),a=a[2],b=f;continue}return b}}function
ay(e,d){var
a=d;for(;;){if(a){var
b=r(e,a[1]);if(!b){var
a=a[2];continue}var
c=b}else
var
c=a;return c}}function
a$(b,e){var
a=e;for(;;){if(a){var
c=a[2],d=a[1];if(r(b,d))return[0,d,a$(b,c)];var
a=c;continue}return a}}function
ac(b,a){return 0===a?0:[0,b,ac(b+1|0,a-1|0)]}function
ba(b,a){return 0===a?0:[0,b,ba(b,a-1|0)]}function
O(a){return a?0:1}function
ad(b,a){if(b){var
c=a?1:a;return c}return a?0:1}function
az(a){return ba(0,a)}function
ae(f,e,d,a){if(a){var
g=a[2],b=a[1];if(0===d){var
h=ab(n(b),f),j=h?[0,[0,aa(b,[0,e,0]),g]]:h;return j}var
c=ae(f,e,d-1|0,g),i=c?[0,[0,b,c[1]]]:c;return i}return a}function
af(f,e,d,c){var
a=M(e,d),b=a?M(a[1],c):a;return b?ad(f,b[1]):b}function
bb(c,d,a){function
e(d){var
a=ac(0,c);for(;;){if(a){var
b=r(d,a[1]);if(b){var
a=a[2];continue}return b}return 1}}var
b=ac(0,n(a));return ay(function(c){var
f=c,b=a,g=0;for(;;){if(0===f)var
h=b?b[1]:g;else{var
i=f-1|0;if(b){var
f=i,b=b[2];continue}var
h=g}var
j=ac(0,n(h));return ay(function(b){var
g=e(function(e){return af(d,a,c+e|0,b)}),h=g||e(function(e){return af(d,a,c,b+e|0)}),f=h||e(function(e){return af(d,a,c+e|0,b+e|0)});return f?f:e(function(e){var
f=e<=b?1:0;return f?af(d,a,c+e|0,a_(b,e)):f})},j)}},b)}var
cx=16;function
bc(g,f,e){var
b=f,a=e;for(;;){if(b){if(a){var
c=bp(g,b[1],a[1]);if(c){var
b=b[2],a=a[2];continue}var
d=c}else
var
d=a;return d}return a?0:1}}function
cy(a,b){return bc(ad,a,b)}function
bd(j,i,h){var
c=j,b=i,a=h;for(;;){if(b){if(a){var
d=a[2],e=b[2],k=n(a[1]),f=M(b[1],k);if(f){var
l=bd(c+1|0,e,d);return[0,[0,c,f[1]],l]}var
c=c+1|0,b=e,a=d;continue}var
g=a}else
var
g=b;return g}}var
aA=0;function
P(a,b,c){if(c){var
d=c[3],f=c[2],e=c[1];return typeof
a==="number"?[0,e,[0,b],d]:0===a[0]?[0,e,f,P(a[1],b,d)]:[0,P(a[1],b,e),f,d]}return typeof
a==="number"?[0,0,[0,b],0]:0===a[0]?[0,0,0,P(a[1],b,0)]:[0,P(a[1],b,0),0,0]}function
be(b,a){if(a)var
c=ad(b,a[1]),d=c?be(b,a[2])+1|0:c;else
var
d=a;return d}function
z(e,d,k,a){if(a){var
b=r(d,k);if(b){var
f=b[1],c=M(a[1],f);if(c)var
g=ad(e,c[1]),h=g?z(e,d,f,a[2])+1|0:g;else
var
h=c;var
i=h}else
var
i=b;var
j=i}else
var
j=a;return j}function
bf(a){return[0,a]}function
bg(a){return[0,a+1|0]}function
bh(a){return 0===a?0:[0,a-1|0]}function
aB(c,e,f,d,a){var
b=n(f);if(c<=(1+be(a,ax(f,0))|0))return 1;var
g=z(a,bf,b,d);if(c<=(1+(z(a,bf,b,e)+g|0)|0))return 1;var
h=z(a,bg,b,d);if(c<=(1+(z(a,bh,b,e)+h|0)|0))return 1;var
i=z(a,bh,b,d);return c<=(1+(z(a,bg,b,e)+i|0)|0)?1:0}function
ag(b,a){if(a){var
c=ag(b,a[2]);return a_(b,n(a[1]))+c|0}return a}function
bi(a){function
b(a,b){return b?[0,[1,a]]:[1,a]}var
c=0;return N(function(c,a){return N(b,a,[0,[0,c]])},a,c)}function
ah(e,d){var
b=bi(d),a=e;for(;;){if(a)if(typeof
b==="number")var
c=a[2];else{if(0===b[0]){var
b=b[1],a=a[3];continue}var
b=b[1],a=a[1];continue}else
var
c=a;return c?bc(cy,c[1],d):c}}function
bj(a,b){return P(bi(a),a,b)}function
C(h,g,f,e,d,a){if(a){var
i=a[2],b=a[1],c=C(h,g,f,e+1|0,[0,b,d],i);if(ab(n(b),h))return aB(g,d,b,i,f)?[0,e,c]:c;var
j=c}else
var
j=a;return j}function
aC(k,j,f,t,s,r,q,p,o){var
g=r,c=q,a=p,b=o;for(;;){if(b){var
d=b[2],e=b[1];if(ab(n(e),k)){if(aB(j,a,e,d,O(f)))return 0;var
h=aa(e,[0,O(f),0]);if(ay(function(b){return function(a){return a===b?0:1}}(c),s))var
l=1;else
var
m=ab(n(h),k),l=m?aB(j,a,h,d,f):m;var
i=bq(t,g,l,ax(a,[0,h,d]));if(i){var
g=i[1],c=c+1|0,a=[0,e,a],b=d;continue}return i}var
c=c+1|0,a=[0,e,a],b=d;continue}return[0,g]}}function
bk(m,t,l,s,r,k,q,f,p,e){if(p)return[0,f];if(0===k)return s?0:[0,f];var
i=C(m,t,O(l),0,0,e),u=k-1|0;if(i)var
c=[0,i[1]];else{var
b=cx,a=0,o=bd(0,q,e);for(;;){if(0===b)var
j=0;else{var
h=b-1|0,d=a$(function(b){return function(a){return a[2]===b?1:0}}(a),o);if(!d){var
b=h,a=a+1|0;continue}if(d[2]){var
b=h,a=a+1|0;continue}var
j=[0,d[1][1]]}var
c=j;break}}if(c){var
g=ae(m,l,c[1],e);if(g)return bq(r,u,f,g[1]);var
n=g}else
var
n=c;return n}function
bl(e,d,c,f,i,h,b,a){if(ah(b,a))return[0,b];if(0===h)return f?0:[0,b];var
o=h-1|0,j=0,k=0,l=C(e,d,c,0,0,a);function
m(a,b,g){return bl(e,d,c,f,i,a,b,g)}var
g=aC(e,d,c,function(a,b,g){return bk(e,d,c,f,m,o,i,a,b,g)},l,b,k,j,a),n=g?[0,bj(a,g[1])]:g;return n}function
aD(a){var
b=a[1];return N(function(b,a){return bj(a[1],b)},b,aA)}function
bm(a,d,c,f,e,b){function
g(d,c,b){return c?cz:ah(e,b)?cA:ah(e,aw(b))?cB:f?0:0===ag(a,b)?cC:0}if(f){if(0===ag(a,b))return 0;var
h=aC(a,d,c,g,C(a,d,c,0,0,b),0,0,0,b),j=h?1:h;return j}var
i=aC(a,d,c,g,C(a,d,c,0,0,b),0,0,0,b),k=i?1:i;return k}function
bn(e,d){var
b=0,a=d;for(;;){if(a){var
c=a[2],b=[0,r(e,a[1]),b],a=c;continue}return $(b)}}function
bo(a){var
b=L(44,a);return au(X,r(a9(function(a){return cn(cD,a)}),b))}function
cE(f){var
a=L(32,f);if(a){var
b=a[2];if(b&&!b[2]){var
c=b[1],d=dj(c,0),e=X(av(c,1,x(c)-1|0)),g=112===d?[0,e-1|0]:[1,e-1|0,109===d?1:0];return[0,bo(a[1]),g]}}return as(f)}dq(function(ab){var
ac=L(10,ab),t=r(a9(function(a){return cn(cF,a)}),ac);if(t){var
P=t[1],l=0,k=0,d=t[2];for(;;){if(d){var
A=d[2],m=d[1];if(cv(m,0,32)){var
l=[0,m,l],d=A;continue}var
k=[0,m,k],d=A;continue}var
Q=$(k),R=$(l),ad=bn(function(a){return au(bo,L(59,a))},Q),u=L(32,P);if(u){var
v=u[2];if(v){var
w=v[2];if(w){var
x=w[2];if(x){var
y=x[2];if(y&&!y[2]){var
a=aZ(x[1],cG)?0:1,af=bn(cE,R),j=aZ(y[1],cH),c=X(w[1]),b=X(v[1]),z=X(u[1]),Z=0,_=0,g=[0,ax(N(function(d,a){var
e=a[2],f=a[1],c=[0,0,az(z)];return[0,[0,N(function(a,f){var
c=a[2],d=a[1],e=ae(b,d,a7(0,f-1|0),c),g=e?e[1]:c;return[0,O(d),g]},f,c)[2],e],d]},af,_),Z),ad],aa=g[1],E=0,D=aA,e=aa,V=aD(g);for(;;){if(e){var
F=e[1],i=F[2],f=F[1],G=e[2];if(bb(c,a,f)||bb(c,O(a),f))var
h=0;else
if(0===i[0]){var
n=ae(b,a,i[1],f);if(n){var
H=bm(b,c,a,j,V,n[1]);if(H){var
e=G;continue}var
I=H}else
var
I=n;var
h=I}else{var
o=i[1],p=M(g[2],o);if(p){var
J=p[1],T=o===E?D:aA,q=i[2]?aw(f):f,B=C(b,c,a,0,0,q),S=B?1:B,U=ag(b,q),s=bk(b,c,a,j,function(g){return function(d,e,f){return bl(b,c,a,j,g,d,e,f)}}(J),U,J,T,S,q);if(s){var
E=o,D=s[1],e=G;continue}var
K=s}else
var
K=p;var
h=K}}else
var
h=1;if(h){if(a){var
W=az(z);return bm(b,c,a,j,aD(g),W)}var
Y=az(z);return ah(aD(g),Y)}return h}}}}}}return as(P)}}return as(cI)});a8(0);return}(globalThis));

export const { judged } = globalThis;
