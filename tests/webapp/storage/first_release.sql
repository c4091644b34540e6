BEGIN TRANSACTION;
CREATE TABLE game (
	id VARCHAR(32) NOT NULL, 
	rules VARCHAR(64) NOT NULL, 
	created_at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('yyHnEo4AdGu7','connect4',1795249390702);
INSERT INTO "game" VALUES('FvW0dNv6gCms','connect4',1795249390791);
INSERT INTO "game" VALUES('cBtPQoXza0Wh','slippery-tictactoe',1795249390803);
CREATE TABLE game_event (
	game_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	line INTEGER, 
	ply INTEGER, 
	request_id VARCHAR(64), 
	data TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game_id, version), 
	FOREIGN KEY(game_id) REFERENCES game (id)
);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',1,'created',NULL,NULL,NULL,'{"kind":"created","game":"connect4","seats":[{"kind":"human"},{"kind":"engine","level":5}],"start":[4,4],"seed":6567060866028701907,"keys":["0ce434af24a2db1beaf1a21bd2f8d45d913d53e012ba3ca29bb456463d94e564",null],"controls":[],"per_minute":40.0,"rematch_of":null}',1795249390702);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',2,'moved',0,2,'a','{"kind":"moved","ply":2,"seat":0,"move":4,"lots":[],"answer":null}',1795249390716);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',3,'moved',0,3,NULL,'{"kind":"moved","ply":3,"seat":1,"move":1,"lots":[],"answer":{"expected":null,"seconds":0.001,"nodes":7,"kept":3,"pruned":6,"proven":false,"words":"","why":"because","slip":false}}',1795249390727);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',4,'moved',0,4,'b','{"kind":"moved","ply":4,"seat":0,"move":5,"lots":[],"answer":null}',1795249390735);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',5,'moved',0,5,NULL,'{"kind":"moved","ply":5,"seat":1,"move":1,"lots":[],"answer":{"expected":null,"seconds":0.001,"nodes":7,"kept":5,"pruned":10,"proven":false,"words":"","why":"because","slip":false}}',1795249390743);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',6,'undone',NULL,NULL,'u','{"kind":"undone","ply":4}',1795249390750);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',7,'moved',1,4,'d','{"kind":"moved","ply":4,"seat":0,"move":3,"lots":[],"answer":null}',1795249390759);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',8,'moved',1,5,NULL,'{"kind":"moved","ply":5,"seat":1,"move":1,"lots":[],"answer":{"expected":null,"seconds":0.001,"nodes":7,"kept":5,"pruned":10,"proven":false,"words":"","why":"because","slip":false}}',1795249390767);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',9,'level_set',NULL,NULL,'l','{"kind":"level_set","seat":1,"level":9}',1795249390775);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',10,'resigned',NULL,NULL,'q','{"kind":"resigned","seat":0}',1795249390783);
INSERT INTO "game_event" VALUES('FvW0dNv6gCms',1,'created',NULL,NULL,NULL,'{"kind":"created","game":"connect4","seats":[{"kind":"engine","level":9},{"kind":"human"}],"start":[4,4],"seed":4663967716779707614,"keys":[null,"0ce434af24a2db1beaf1a21bd2f8d45d913d53e012ba3ca29bb456463d94e564"],"controls":["0ce434af24a2db1beaf1a21bd2f8d45d913d53e012ba3ca29bb456463d94e564"],"per_minute":40.0,"rematch_of":"yyHnEo4AdGu7"}',1795249390791);
INSERT INTO "game_event" VALUES('yyHnEo4AdGu7',11,'rematched',NULL,NULL,'again','{"kind":"rematched","game_id":"FvW0dNv6gCms"}',1795249390798);
INSERT INTO "game_event" VALUES('cBtPQoXza0Wh',1,'created',NULL,NULL,NULL,'{"kind":"created","game":"slippery-tictactoe","seats":[{"kind":"human"},{"kind":"human"}],"start":[],"seed":7606563229318773703,"keys":["a9b1be3ddf56cb4997cae08a211d532c360c618c924710a41c84216c337020a8","4ff23a7bc3774e0279afe10999100a310daca5c5cf437a22cc94def2fb46edfb"],"controls":[],"per_minute":40.0,"rematch_of":null}',1795249390803);
INSERT INTO "game_event" VALUES('cBtPQoXza0Wh',2,'moved',0,0,'x','{"kind":"moved","ply":0,"seat":0,"move":1,"lots":[1],"answer":null}',1795249390815);
CREATE UNIQUE INDEX game_event_request ON game_event (game_id, request_id);
CREATE UNIQUE INDEX game_event_ply ON game_event (game_id, line, ply);
COMMIT;
